import { type Static, Type } from 'typebox'

interface ErrorKind {
  readonly status: number
  readonly title: string
  /** What to do about it; printed on the page of errors. */
  readonly help: string
}

/** Every error the service answers with. Codes are stable: clients may branch on them. */
export const errors = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    help: 'Look at `errors`: each names a path in the request and what it must be.',
  },
  malformed_json: { status: 400, title: 'Malformed JSON', help: 'Send a body that is valid JSON in UTF-8.' },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    help: 'Pass the cursor of the previous answer unchanged, to the same list, or leave it out to begin again.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    help: 'Send `Authorization: Bearer <API key>` with a key that exists, has not expired and was not revoked.',
  },
  credit_limit_reached: {
    status: 402,
    title: 'Credit limit reached',
    help: 'The monthly credits are used up. Ask an owner or manager to raise the limit, or wait for the next month.',
  },
  role_not_allowed: {
    status: 403,
    title: 'Role not allowed',
    help: 'Your role does not include this. Ask an owner of the organization.',
  },
  scope_not_allowed: {
    status: 403,
    title: 'Scope not allowed',
    help: 'The API key was made for other uses. Create a key with the scope that the answer names.',
  },
  address_not_allowed: {
    status: 403,
    title: 'Address not allowed',
    help: 'The organization admits requests from certain addresses only (`networkPolicy.allowedIps`).',
  },
  whole_bearer_needed: {
    status: 403,
    title: 'Key without limits needed',
    help: 'What this makes has neither scopes nor an end, so the key may have none either. Sign in to the web application, or use a key without scopes and expiry.',
  },
  wrong_password: {
    status: 403,
    title: 'Wrong password',
    help: 'Send your present password as `currentPassword`. An owner can make a link that resets it.',
  },
  cross_origin: {
    status: 403,
    title: 'Cross-origin request',
    help: 'Signing in works from the pages of the service only. Programs send an API key as bearer instead.',
  },
  model_not_allowed: {
    status: 403,
    title: 'Model not allowed',
    help: 'The organization’s model policy forbids this model. Choose another one.',
  },
  mission_not_allowed: {
    status: 403,
    title: 'Mission mode not allowed',
    help: 'The organization’s mission policy names who may use mission mode. Choose another interaction mode.',
  },
  computer_not_allowed: {
    status: 403,
    title: 'Computer not allowed',
    help: 'The organization has switched this kind of computer off, or it is not yours to change.',
  },
  path_not_found: { status: 404, title: 'Path not found', help: 'Check the path against /docs.' },
  session_not_found: {
    status: 404,
    title: 'Session not found',
    help: 'It does not exist, was deleted, or is not visible to you.',
  },
  message_not_found: { status: 404, title: 'Message not found', help: 'The session has no message with this id.' },
  permission_not_found: {
    status: 404,
    title: 'Permission not found',
    help: 'The session has no such permission. `GET …/permissions` lists them.',
  },
  computer_not_found: {
    status: 404,
    title: 'Computer not found',
    help: 'It does not exist, was deleted, or is not visible to you.',
  },
  user_not_found: { status: 404, title: 'User not found', help: 'The organization has no such user.' },
  report_not_found: { status: 404, title: 'Report not found', help: 'The organization has no such report.' },
  api_key_not_found: {
    status: 404,
    title: 'API key not found',
    help: 'It does not exist, was revoked, or is not yours to see.',
  },
  browser_session_not_found: {
    status: 404,
    title: 'Browser session not found',
    help: 'It has ended, or is not yours. `GET /api/v0/browser-sessions` lists yours.',
  },
  webhook_not_found: { status: 404, title: 'Webhook not found', help: 'The organization has no such webhook.' },
  delivery_not_found: {
    status: 404,
    title: 'Delivery not found',
    help: 'The organization has no such delivery. They are kept for 30 days.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The `Allow` header lists the methods of this path.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    help: 'Accept one of the encodings that the answer names, or leave `Accept-Encoding` out.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    help: 'The request did not arrive within a minute. Send it again, without pauses.',
  },
  name_taken: { status: 409, title: 'Name taken', help: 'Choose a name that no other computer has, in any case.' },
  email_taken: { status: 409, title: 'E-mail taken', help: 'This person is a user of the organization already.' },
  last_owner: {
    status: 409,
    title: 'Last owner',
    help: 'An organization needs an owner. Make somebody else an owner first.',
  },
  last_owner_key: {
    status: 409,
    title: 'Last way in of an owner',
    help: 'Without it no owner could get in any more. Make another key without scopes for an owner first, or let another owner sign in.',
  },
  quota_reached: {
    status: 409,
    title: 'Quota reached',
    help: 'The answer names the limit. Remove what is no longer needed, or ask the operator to raise the setting.',
  },
  session_busy: {
    status: 409,
    title: 'Session busy',
    help: 'A session changes its computer only while it is idle. Wait until it is.',
  },
  session_archived: {
    status: 409,
    title: 'Session is archived',
    help: 'Take it out of the archive first: `PATCH …/sessions/{sessionId}` with `{"sessionSettings": {"archivedAt": null}}`.',
  },
  message_not_waiting: {
    status: 409,
    title: 'Message does not wait',
    help: 'The agent has it already. Interrupt the session to stop what it does.',
  },
  permission_decided: {
    status: 409,
    title: 'Permission was decided',
    help: 'Somebody was faster, or the agent no longer waits. Read the permissions again.',
  },
  computer_private: {
    status: 403,
    title: 'Computer is private',
    help: 'Only its user may give it work. They let others in on that computer: `muster computers join --allow organization`.',
  },
  computer_cut_off: {
    status: 409,
    title: 'Computer was cut off',
    help: 'Its user was removed from the organization. Name another computer in `computerId`.',
  },
  session_without_computer: {
    status: 409,
    title: 'Session without a computer',
    help: 'The computer of this session was deleted. Name another one in `computerId`.',
  },
  webhook_disabled: {
    status: 409,
    title: 'Webhook is disabled',
    help: 'Enable the webhook first: `PATCH …/webhooks/{webhookId}` with `{"enabled": true}`.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'Idempotency key reused',
    help: 'The same key came with another request before. Use a new key for each new request.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Request in progress',
    help: 'A request with this idempotency key is still being worked on. Try again in a moment.',
  },
  secret_shown_once: {
    status: 409,
    title: 'Secret was shown once',
    help: 'The first request with this idempotency key was done, and its answer held a secret that is not kept. If that answer was lost, remove what the detail names and make another with a new idempotency key.',
  },
  revision_mismatch: {
    status: 412,
    title: 'Changed in the meantime',
    help: 'Somebody changed it since you read it. Read it again, apply your change, and send the new revision.',
  },
  body_too_large: { status: 413, title: 'Body too large', help: 'Send less; the answer names the limit.' },
  attachment_too_large: {
    status: 413,
    title: 'Attachment too large',
    help: 'Send a smaller file; the answer names the limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send the body in a media type and compression that the answer names.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    help: 'Send fewer or shorter headers; the answer names the limit.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in `Retry-After`, then go on.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    help: 'A fault of the service. Tell its operator the `requestId`; the log has the rest.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    help: 'The service cannot reach its database, or has no room for more, just now. Try again after `Retry-After`.',
  },
  demonstration_loading: {
    status: 503,
    title: 'Demonstration being loaded',
    help: 'Everything is served, and numbers are incomplete until the demonstration is loaded. The detail says how far it is.',
  },
  computer_offline: {
    status: 503,
    title: 'Computer offline',
    help: 'The computer is not connected. Leave `computerId` out to read what the service has stored.',
  },
  computer_timeout: { status: 504, title: 'Computer timeout', help: 'The computer did not answer in time. Try again.' },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errors

/** The one error body of every API, as `application/problem+json`. */
export const Problem = Type.Object({
  title: Type.String(),
  detail: Type.String(),
  status: Type.Integer(),
  requestId: Type.String(),
  code: Type.Enum(Object.keys(errors) as ErrorCode[]),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
})
export type Problem = Static<typeof Problem>
export type FieldError = NonNullable<Problem['errors']>[number]
