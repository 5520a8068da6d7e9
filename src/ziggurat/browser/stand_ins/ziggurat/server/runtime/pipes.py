"""There are no other processes here."""


def lower_priority(by):
    pass


def answer_all(decoder, answer):
    raise NotImplementedError
