"""Between the network and the application.

connections       limits on connections, slow requests and unread data
websocket_frames  reads and writes WebSocket frames (RFC 6455)
sockets           the WebSocket endpoints of tables and the lobby
send_queue        the outgoing queue of one socket
middleware        identity, origin checks, rate limits and safe headers for every request
host_check        refuses requests for host names that are not ours
static_pages      the built page
link_previews     Open Graph previews
"""
