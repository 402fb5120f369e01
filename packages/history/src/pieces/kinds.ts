/**
 * What a file told, as bytes. A piece is a list of records. Each begins with its kind. A number takes one byte where it can;
 * a text is its length and its bytes in UTF-8. Names that are repeated are numbers: a record of its own says what the next
 * number means. Times count from the time before. Sessions are at the end, followed by their length.
 */
export const kinds = { name: 1, call: 2, tool: 3, failedTool: 4, prompt: 5, skipped: 6 } as const

/** What only some calls have. */
export const extras = { cost: 1, telemetryId: 2 } as const

/** What is known of only some sessions. */
export const traits = { isAttended: 1, isUnattended: 2, parent: 4 } as const

/** How a number begins that takes more than one byte. Smaller first bytes are the number itself. */
export const sizes = { two: 0xf0, four: 0xf1, double: 0xf2 } as const

/** How many bytes the length of the sessions takes. */
export const lengthBytes = 4
