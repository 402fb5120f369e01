/**
 * Faults that the service does not withstand yet, each with the reason. They are left out unless `--only` names them, so
 * that a campaign tells what broke, and not what is known.
 */
export const notYet: Readonly<Record<string, string>> = {
  'I/O errors of the disk':
    'After flushes that failed, a few acknowledged events are still lost now and then; why is not known yet.',
}
