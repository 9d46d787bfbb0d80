// How the servers of stand-ins treat connections that a client keeps for its next request.

/**
 * They stay open until the client closes them, or the server stops. Node closes them after five seconds: when a machine stands
 * still that long, this happens at the moment in which a client sends its next request over one, and that request fails with
 * ECONNRESET. The client is undici, which closes an idle connection after four seconds by itself and then opens another.
 */
export const KEEP_IDLE = { keepAliveTimeout: 0 };
