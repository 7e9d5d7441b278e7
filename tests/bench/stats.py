"""Medians, ratios, bootstrap intervals, geometric means. Pure functions of lists of numbers.

Measurements of one round belong together, for they follow one another while the machine's speed changes: arms of a
workload are compared round by round, and the bootstrap draws whole rounds.
"""

import math
import random
import statistics

DRAWS = 2000
SEED = 20240


def median(values):
    """The median; None of nothing."""
    return statistics.median(values) if values else None


def paired(arm, base):
    """[(arm, base)] of two {round: value}, for the rounds in both."""
    return [(arm[number], base[number]) for number in sorted(arm.keys() & base.keys())]


def ratio(pairs):
    """The median of arm to base over the rounds; None when there is nothing, or nothing to divide by."""
    return median([arm / base for arm, base in pairs if base > 0])


def difference(pairs):
    """The median of arm less base over the rounds."""
    return median([arm - base for arm, base in pairs])


def geometric_mean(values):
    """None of nothing."""
    return math.exp(statistics.fmean(math.log(value) for value in values)) if values else None


def mean_ratio(groups):
    """The geometric mean of the ratios of several workloads, each a list of pairs."""
    ratios = [ratio(pairs) for pairs in groups]
    return geometric_mean([value for value in ratios if value])


def interval(groups, statistic, draws=DRAWS):
    """The 95 % interval of statistic(groups), a list of lists of pairs, by the percentile bootstrap.

    Every group is drawn from by itself. None with fewer than two rounds everywhere: one round says nothing of spread.
    """
    groups = [pairs for pairs in groups if pairs]
    if not groups or max(len(pairs) for pairs in groups) < 2:
        return None
    draw = random.Random(SEED)
    found = sorted(statistic([draw.choices(pairs, k=len(pairs)) for pairs in groups]) for _ in range(draws))
    return found[int(draws * 0.025)], found[int(draws * 0.975)]


def ratio_interval(pairs):
    """The 95 % interval of ratio(pairs)."""
    return interval([pairs], lambda groups: ratio(groups[0]))


def difference_interval(pairs):
    """The 95 % interval of difference(pairs)."""
    return interval([pairs], lambda groups: difference(groups[0]))


def mean_interval(groups):
    """The 95 % interval of mean_ratio(groups)."""
    return interval(groups, mean_ratio)
