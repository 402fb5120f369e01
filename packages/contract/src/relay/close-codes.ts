/** Why the service closes the connection of a computer, or of a client that is attached to one. */
export const closeCodes = {
  /** A frame is invalid, or not allowed in the current state. */
  protocol_error: { code: 4400, comeBack: false, help: 'A fault of this version. Update it, and tell us if it stays.' },
  /** The credential is wrong, was revoked, or its computer was deleted. */
  unauthorized: { code: 4401, comeBack: false, help: 'Join again: muster computers join' },
  /** The organization does not admit its address, or its user may not run work on it. Both may change. */
  not_allowed: {
    code: 4403,
    comeBack: true,
    help: 'The organization does not admit this address, or the role of this user. It is tried again.',
  },
  /** A newer connection uses the same credential. */
  replaced: { code: 4409, comeBack: false, help: 'Another daemon has taken this computer over. Run one of them only.' },
  /** Two places connect alternately with the same credential. */
  cloned: {
    code: 4410,
    comeBack: false,
    help: 'Two daemons use the same identity, most likely a copied home directory. Let one of them join anew.',
  },
  /** The standard code, because the frame is refused before it is read. */
  frame_too_large: { code: 1009, comeBack: false, help: 'A frame has 4 MiB at the most.' },
  /** The service does not support this version of the protocol. */
  update_needed: { code: 4426, comeBack: false, help: 'Update muster on this computer.' },
  /** The computer sent nothing for too long. */
  silent: { code: 4408, comeBack: true, help: 'The connection was dead. It is made anew.' },
  /** A client does not read fast enough. */
  too_slow: { code: 4429, comeBack: true, help: 'You read too slowly. Come back, and go on after the last version.' },
  /** The service stops or restarts; this node or another one accepts the computer again in a moment. */
  going_away: { code: 1001, comeBack: true, help: 'The service restarts.' },
} as const

export type CloseReason = keyof typeof closeCodes
