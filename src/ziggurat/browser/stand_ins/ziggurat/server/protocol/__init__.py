"""The messages of a table. Other messages are imported from their own modules."""

from ziggurat.server.protocol.from_client import *
from ziggurat.server.protocol.from_client import FromClient
from ziggurat.server.protocol.from_server import *
from ziggurat.server.protocol.from_server import FromServer
from ziggurat.server.protocol.kinds import *
from ziggurat.server.protocol.shared import *
