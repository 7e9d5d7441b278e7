using System.Collections.Generic;

namespace Programs;

/// <summary>One-way constraints between variables, planned by strength and then run: small virtual methods, as in DeltaBlue.</summary>
internal static class Constraints
{
    private sealed class Variable(int value)
    {
        internal int Value { get; set; } = value;
        internal Constraint? DeterminedBy { get; set; }
        internal int Mark { get; set; }
        internal List<Constraint> Uses { get; } = [];
    }

    private abstract class Constraint(int strength, Variable output)
    {
        internal int Strength { get; } = strength;
        internal Variable Output { get; } = output;

        internal bool Satisfy()
        {
            Constraint? other = Output.DeterminedBy;
            if (other != null && other.Strength <= Strength)
            {
                return false;
            }
            Output.DeterminedBy = this;
            return true;
        }

        internal abstract bool IsKnown(int mark);
        internal abstract void Execute();
    }

    private sealed class Stay(int strength, Variable output) : Constraint(strength, output)
    {
        internal override bool IsKnown(int mark) => true;

        internal override void Execute()
        {
        }
    }

    private sealed class Scale : Constraint
    {
        private readonly Variable _input, _factor, _offset;

        internal Scale(Variable input, Variable factor, Variable offset, Variable output) : base(1, output)
        {
            _input = input;
            _factor = factor;
            _offset = offset;
            input.Uses.Add(this);
        }

        internal override bool IsKnown(int mark) => _input.Mark == mark;

        internal override void Execute() => Output.Value = _input.Value * _factor.Value + _offset.Value;
    }

    private sealed class Planner
    {
        private readonly List<Constraint> _plan = [];
        private int _mark;

        internal void Plan(Variable start)
        {
            _plan.Clear();
            _mark++;
            start.Mark = _mark;
            Queue<Variable> open = new();
            open.Enqueue(start);
            while (open.TryDequeue(out Variable? variable))
            {
                foreach (Constraint use in variable.Uses)
                {
                    if (use.Output.DeterminedBy == use && use.Output.Mark != _mark && use.IsKnown(_mark))
                    {
                        use.Output.Mark = _mark;
                        _plan.Add(use);
                        open.Enqueue(use.Output);
                    }
                }
            }
        }

        internal void Execute()
        {
            foreach (Constraint constraint in _plan)
            {
                constraint.Execute();
            }
        }
    }

    internal static long Run(int size)
    {
        const int Length = 50;
        Variable factor = new(3), offset = new(1), first = new(1), last = first;
        Planner planner = new();
        for (int i = 0; i < Length; i++)
        {
            Variable next = new(0);
            Constraint stay = new Stay(2, next), scale = new Scale(last, factor, offset, next);
            if (!stay.Satisfy() || !scale.Satisfy() || stay.Satisfy())
            {
                return -1;
            }
            last = next;
        }
        long sum = 0;
        for (int round = 0; round < size; round++)
        {
            planner.Plan(first);
            for (int i = 0; i < 20; i++)
            {
                first.Value = round + i;
                planner.Execute();
                sum += last.Value & 0xFF;
            }
        }
        return sum;
    }
}
