/**
 * How often the host sends something to a screen, in ms, so that the screen notices soon when the
 * host is frozen or Wi-Fi is gone: no system reports that.
 */
export const streamBeatMs = 1_000

/** A longer silence is a dead link, or a host that is frozen, in ms. */
export const streamSilenceMs = 3 * streamBeatMs

/** The header of a stream of events with the host's version, so that an older page loads again. */
export const versionHeader = 'x-kitchen-pass-version'
