"""There is one thread."""


class Threads:
    def __init__(self, count):
        self.count = count

    def run(self, jobs):
        for job in jobs:
            job()

    def close(self):
        pass
