"""Between the network and the application.

connections       connections per address; uvicorn's protocols with our limits
http_protocol     HTTP with deadlines, and limits on headers and chunks
socket_protocol   WebSockets with limits on frames
websocket_frames  a fast path for WebSocket frames (RFC 6455)
sockets           the WebSocket endpoints of tables and the lobby
send_queue        the outgoing queue of one socket
middleware        identity, origin checks, rate limits and security headers for every request
deprecated_paths  old paths of routes that programs may still use
rate_limits       token buckets, and what each request costs
host_check        refuses requests for host names that are not ours
static_pages      the built page
device_networks   the networks of bots on a device
link_previews     Open Graph previews
"""
