"""Records are the table's own here: there is nothing to refuse."""


def check_for(game):
    return _accept


def _accept(records):
    pass


def game_of(records):
    return None  # bots are told here which game they play
