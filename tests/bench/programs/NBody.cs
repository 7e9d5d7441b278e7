using System;

namespace Programs;

/// <summary>Planets that attract each other: arithmetic on fields in two nested loops.</summary>
internal static class NBody
{
    private sealed class Body
    {
        public double X, Y, Z, Vx, Vy, Vz;
        public readonly double Mass;

        public Body(double x, double y, double z, double mass)
        {
            X = x;
            Y = y;
            Z = z;
            Vx = y * 0.01;
            Vy = -x * 0.01;
            Mass = mass;
        }
    }

    internal static long Run(int size)
    {
        Body[] bodies =
        [
            new Body(0, 0, 0, 39.5), new Body(4.8, -1.2, -0.1, 0.04), new Body(8.3, 4.1, -0.4, 0.01),
            new Body(12.9, -15.1, -0.2, 0.002), new Body(15.4, -25.9, 0.2, 0.002),
        ];
        for (int step = 0; step < size * 1000; step++)
        {
            Advance(bodies, 0.01);
        }
        return (long)(Energy(bodies) * 1e9);
    }

    private static void Advance(Body[] bodies, double time)
    {
        for (int i = 0; i < bodies.Length; i++)
        {
            Body a = bodies[i];
            for (int j = i + 1; j < bodies.Length; j++)
            {
                Body b = bodies[j];
                double dx = a.X - b.X, dy = a.Y - b.Y, dz = a.Z - b.Z;
                double distance = dx * dx + dy * dy + dz * dz + 0.01;
                double pull = time / (distance * Math.Sqrt(distance));
                a.Vx -= dx * b.Mass * pull;
                a.Vy -= dy * b.Mass * pull;
                a.Vz -= dz * b.Mass * pull;
                b.Vx += dx * a.Mass * pull;
                b.Vy += dy * a.Mass * pull;
                b.Vz += dz * a.Mass * pull;
            }
        }
        foreach (Body body in bodies)
        {
            body.X += time * body.Vx;
            body.Y += time * body.Vy;
            body.Z += time * body.Vz;
        }
    }

    private static double Energy(Body[] bodies)
    {
        double energy = 0;
        foreach (Body body in bodies)
        {
            energy += 0.5 * body.Mass * (body.Vx * body.Vx + body.Vy * body.Vy + body.Vz * body.Vz);
        }
        return energy;
    }
}
