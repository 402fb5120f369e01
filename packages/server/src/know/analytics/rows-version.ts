/**
 * The version of the computed rows. Raise it when a row gains or loses a field, or when a number is computed in another
 * way: every day of an earlier version is computed again in the background, the newest first.
 */
export const rowsVersion = 2
