import { describe, expect, test } from 'vitest'
import { decode, encode } from './cipher.ts'

// Generated with: printf '%s' <text> | openssl enc -aes-<bits>-ecb -K <hex of the passphrase> -base64 -A
const vectors = [
  { text: '13800000001', passphrase: 'haiyilian-portal', stored: 'hgkz5TX26ZLU22An+raXIw==' },
  {
    text: '{"phone":"13800000001","display_name":"林海舟"}',
    passphrase: 'haiyilian-portal',
    stored: 'v6Y9wZ25xSSjvFzYOu3j2Qx19gWwv9BZNfuxwCuFq04xFNVcMVTlEZijZyLVlDIuKho5sTF+YLuJH2qShjrDHg==',
  },
  {
    text: 'sixteen bytes ok',
    passphrase: '0123456789abcdef01234567',
    stored: 'yvU3/DlHGnLCZzNVpxFR3AxnU7WuDCUICrbQ4y4xjTI=',
  },
  { text: '13912345678', passphrase: '0123456789abcdef0123456789abcdef', stored: 'vhotYmm0aK5xVsTBhVKXYA==' },
]

describe('stored values', () => {
  test.each(vectors)('$text is encrypted like by openssl, and decrypted', ({ text, passphrase, stored }) => {
    expect(encode(text, passphrase)).toBe(stored)
    expect(decode(stored, passphrase)).toBe(text)
  })

  test('a long text is encrypted and decrypted', () => {
    const text = '海易联'.repeat(5000)
    expect(decode(encode(text, 'haiyilian-portal'), 'haiyilian-portal')).toBe(text)
  })

  test.each(['', '13800000001', '!!!', 'hgkz5TX26ZLU22An', 'AAAAAAAAAAAAAAAAAAAAAA=='])(
    '%j counts as not stored',
    stored => {
      expect(decode(stored, 'haiyilian-portal')).toBeUndefined()
    },
  )

  test('another passphrase decrypts nothing', () => {
    expect(decode('hgkz5TX26ZLU22An+raXIw==', 'another-key-1234')).toBeUndefined()
    expect(decode('hgkz5TX26ZLU22An+raXIw==', 'too short')).toBeUndefined()
  })
})
