import { expression } from '../repository/expression.ts'
import type { Row } from './listening-patterns.ts'

/** Traces of how source treats data of people. */
export const dataPatterns = {
  personalData: [
    [
      'all',
      expression(
        'i',
        '(?:has|mask|strip|remove|encrypt)_?pii|pii_?(?:field|data|col)|anonymi[sz]e(?!d)|anonymi[sz]ed_?at|pseudonymi[sz]e',
        String.raw`|personal[_ ]?data|\bencrypts :|@Encrypted\b|\bEncrypted\w{0,20}Field\b|=> ['"]encrypted(?::\w+)?['"]|\bCrypt::encrypt`,
        String.raw`|\bencrypt_?fields?\(`,
      ),
      [
        ...['has', 'mask', 'strip', 'remove', 'encrypt'].flatMap((verb) => [`${verb}pii`, `${verb}_pii`]),
        ...['field', 'data', 'col'].flatMap((noun) => [`pii${noun}`, `pii_${noun}`]),
        ...[
          'anonymi',
          'personal_data',
          'personaldata',
          'personal data',
          'pseudonymi',
          'encrypts :',
          '@encrypted',
          'encryptedtext',
          'encryptedchar',
          'encryptedemail',
          'encryptedjson',
          'encryptedfield',
          "=> 'encrypted",
          '=> "encrypted',
          'crypt::encrypt',
          'encrypt_field',
          'encryptfield',
        ],
      ],
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>
