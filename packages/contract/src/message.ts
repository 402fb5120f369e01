import { type Static, Type } from 'typebox'
import { MessageRole, SessionStatus } from './enumerations.ts'
import { closed, Id, JsonObject, nullable, text, UnixMs } from './schema.ts'
import { clientTypes } from './telemetry.ts'

/** A character is at most 4 bytes, so the longest text still fits into the largest body. */
const maxTextLength = 1_000_000

export const imageMediaTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

const Base64 = Type.String({ minLength: 1, hint: 'the bytes in base64' })

export const ImageAttachment = closed({
  type: Type.Literal('base64'),
  data: Base64,
  mediaType: Type.Enum([...imageMediaTypes]),
})
export type ImageAttachment = Static<typeof ImageAttachment>

export const FileAttachment = closed({
  type: Type.Literal('base64'),
  mediaType: Type.String({
    pattern: '^(application/pdf|application/json|text/[a-z0-9.+-]{1,100})$',
    hint: 'application/pdf, application/json or a text type such as text/plain',
  }),
  data: Base64,
  parsedData: Type.Optional(Type.String({ maxLength: maxTextLength })),
  name: Type.Optional(text(1, 255)),
  path: Type.Optional(text(1, 4096)),
})
export type FileAttachment = Static<typeof FileAttachment>

export const TextBlock = Type.Object({ type: Type.Literal('text'), text: Type.String(), id: Type.String() })
export const ImageBlock = Type.Object({ type: Type.Literal('image'), id: Type.String(), source: ImageAttachment })
export const DocumentBlock = Type.Object({ type: Type.Literal('document'), id: Type.String(), source: FileAttachment })
export const ThinkingBlock = Type.Object({
  type: Type.Literal('thinking'),
  id: Type.String(),
  thinking: Type.String(),
  signature: Type.Optional(Type.String()),
})
export const ToolUseBlock = Type.Object({
  type: Type.Literal('tool_use'),
  id: Type.String(),
  name: Type.String(),
  input: JsonObject,
})
export const ToolResultBlock = Type.Object({
  type: Type.Literal('tool_result'),
  id: Type.String(),
  toolUseId: Type.String(),
  content: Type.Unknown(),
  isError: Type.Optional(Type.Boolean()),
})

export const ContentBlock = Type.Union([
  TextBlock,
  ImageBlock,
  DocumentBlock,
  ThinkingBlock,
  ToolUseBlock,
  ToolResultBlock,
])
export type ContentBlock = Static<typeof ContentBlock>

/** The optional fields of a message, with the names that model providers use. */
export const messageDetails = {
  parentId: Type.Optional(Type.String()),
  visibility: Type.Optional(Type.Enum(['both', 'llm_only', 'user_only'])),
  openaiMessageId: Type.Optional(Type.String()),
  openaiPhase: Type.Optional(nullable(Type.Enum(['commentary', 'final_answer']))),
  openaiEncryptedContent: Type.Optional(Type.String()),
  openaiReasoningId: Type.Optional(Type.String()),
  openaiReasoningSummary: Type.Optional(Type.String()),
  geminiThoughtSignature: Type.Optional(Type.String()),
  chatCompletionReasoningField: Type.Optional(Type.Enum(['reasoning', 'reasoning_content'])),
  chatCompletionReasoningContent: Type.Optional(Type.String()),
  isUserVisible: Type.Optional(Type.Boolean()),
  isError: Type.Optional(Type.Boolean()),
}
export const MessageDetails = Type.Object(messageDetails)
export type MessageDetails = Static<typeof MessageDetails>

export const Message = Type.Object({
  id: Type.String(),
  role: MessageRole,
  content: Type.Array(ContentBlock),
  createdAt: UnixMs,
  updatedAt: UnixMs,
  ...messageDetails,
})
export type Message = Static<typeof Message>

export const PostMessage = closed({
  text: Type.String({ maxLength: maxTextLength, hint: `a string of up to ${maxTextLength} characters` }),
  images: Type.Optional(Type.Array(ImageAttachment, { maxItems: 20, hint: 'a list of up to 20 images' })),
  files: Type.Optional(Type.Array(FileAttachment, { maxItems: 20, hint: 'a list of up to 20 files' })),
  computerId: Type.Optional(Id),
  client: Type.Optional(
    Type.Enum([...clientTypes], {
      description: 'From where the session is used, for analytics: `non-interactive-cli` when left out.',
      'x-extension': true,
    }),
  ),
})
export type PostMessage = Static<typeof PostMessage>

export const PostedMessage = Type.Object({ messageId: Type.String(), status: SessionStatus })
export type PostedMessage = Static<typeof PostedMessage>
