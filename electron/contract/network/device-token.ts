/**
 * What lets a browser in: 32 random bytes in base64url, made by pairing or by the start link. A page
 * sends it with each request (`Authorization: Bearer …`), and the host keeps only its hash. The page
 * keeps it here in `localStorage`, which no other port of the same host can read; a cookie would go
 * to all of them.
 */
export const tokenPlace = 'kitchen-pass.token'
