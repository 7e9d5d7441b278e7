using System.Collections.Generic;

namespace Programs;

/// <summary>Tasks that send each other packets under a scheduler: objects, queues and virtual calls, as in Richards.</summary>
internal static class Scheduler
{
    private enum Kind { Work, Device }

    private sealed class Packet(Kind kind, int owner)
    {
        internal Packet? Next { get; set; }
        internal Kind Kind { get; } = kind;
        internal int Owner { get; set; } = owner;
        internal int Value { get; set; }

        internal void AppendTo(ref Packet? list)
        {
            Next = null;
            if (list == null)
            {
                list = this;
                return;
            }
            Packet last = list;
            while (last.Next != null)
            {
                last = last.Next;
            }
            last.Next = this;
        }
    }

    private abstract class Job(Kernel kernel, int number)
    {
        private Packet? _queue;

        protected Kernel Kernel { get; } = kernel;
        internal int Number { get; } = number;
        internal bool IsReady => _queue != null;

        internal void Receive(Packet packet) => packet.AppendTo(ref _queue);

        internal void Step()
        {
            Packet packet = _queue!;
            _queue = packet.Next;
            Handle(packet);
        }

        protected abstract void Handle(Packet packet);
    }

    private sealed class Worker(Kernel kernel, int number) : Job(kernel, number)
    {
        private int _count;

        protected override void Handle(Packet packet)
        {
            _count++;
            packet.Value = _count % 26;
            packet.Owner = _count % 2 == 0 ? 1 : 2;
            Kernel.Send(packet);
        }
    }

    private sealed class Handler(Kernel kernel, int number) : Job(kernel, number)
    {
        protected override void Handle(Packet packet)
        {
            switch (packet.Kind)
            {
                case Kind.Work:
                    packet.Owner = 0;
                    break;
                default:
                    packet.Owner = 3;
                    break;
            }
            Kernel.Send(packet);
        }
    }

    private sealed class Device(Kernel kernel, int number) : Job(kernel, number)
    {
        private int _state = 1;

        protected override void Handle(Packet packet)
        {
            _state = (_state & 1) == 0 ? _state >> 1 : (_state >> 1) ^ 0xD008;
            packet.Value ^= _state;
            packet.Owner = (_state & 1) == 0 ? 1 : 2;
            Kernel.Send(packet);
        }
    }

    private sealed class Kernel
    {
        private readonly List<Job> _jobs = [];

        internal long Sum { get; private set; }

        internal void Add(Job job) => _jobs.Add(job);

        internal void Send(Packet packet)
        {
            Sum += packet.Value;
            _jobs[packet.Owner].Receive(packet);
        }

        internal void Run(int steps)
        {
            while (steps > 0)
            {
                foreach (Job job in _jobs)
                {
                    if (job.IsReady)
                    {
                        job.Step();
                        steps--;
                    }
                }
            }
        }
    }

    internal static long Run(int size)
    {
        Kernel kernel = new();
        kernel.Add(new Worker(kernel, 0));
        kernel.Add(new Handler(kernel, 1));
        kernel.Add(new Handler(kernel, 2));
        kernel.Add(new Device(kernel, 3));
        for (int i = 0; i < 6; i++)
        {
            kernel.Send(new Packet(i % 2 == 0 ? Kind.Work : Kind.Device, i % 4) { Value = i });
        }
        kernel.Run(size * 1000);
        return kernel.Sum;
    }
}
