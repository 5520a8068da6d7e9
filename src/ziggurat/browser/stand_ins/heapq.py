"""The largest of many."""


def nlargest(count, items, key=None):
    return sorted(items, key=key, reverse=True)[:count]


def nsmallest(count, items, key=None):
    return sorted(items, key=key)[:count]
