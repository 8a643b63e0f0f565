import { describe, expect, test } from 'vitest'
import { requireUncommon } from './common-passwords.ts'

const real = { mode: 'production', brandLatin: 'Haiyilian' } as const
const refused = (password: string, name = '13912345678') =>
  requireUncommon(real, password, name).then(
    () => false,
    (error: { code?: number }) => error.code === -41011,
  )

describe('passwords that a guesser tries first are refused', () => {
  test.each([
    ...[
      'woaini1314',
      'Aa123456',
      '5201314a',
      'qq123456',
      'a123456789',
      'WoAiNi520',
      'admin@123',
      'demo1234',
      'password1',
    ],
    ...['qwertyuiop', '1qaz2wsx', 'asdfghjkl', 'qweasdzxc', '147258369', 'abcdefg', '9876543', 'qwe123', 'zzzzzzz'],
    ...[
      '13800138000',
      'a13800138000',
      '13800138000abc',
      '19900101',
      'wl19900101',
      '900101',
      'Abc@19851224',
      '19851990',
    ],
    ...['zhangwei123', 'liming1990', 'Wangfang520', 'chenxiaoming88', 'li@123456', '123456wang', 'ouyang2008!'],
    // From breaches, though not among the most common thousands.
    ...['bulldogg', 'bradpitt', 'castello'],
    ...['abcabc', '12341234', 'haiyilian-7', '12345678', 'passw0rd'],
  ])('%s', async password => {
    expect(await refused(password)).toBe(true)
  })

  test('the account’s own phone number, its last digits and its own name', async () => {
    for (const password of ['13912345678', '12345678', 'x13912345678']) expect(await refused(password)).toBe(true)
    for (const password of ['support-lin', 'support-lin2026', 'Support-Lin!!!', '20261122support-lin'])
      expect(await refused(password, 'support-lin'), password).toBe(true)
  })
})

describe('passwords without such a pattern are accepted', () => {
  test.each([
    ...[
      'Blue-Sail-7',
      'kT9#mv2Lq',
      'tangerine-fox',
      'Harbour82Lamp',
      'yu7Wm4zzQ',
      'correct horse',
      'x7k2m9q4',
      '山高水长-8472',
    ],
    ...['mountain lake 4 birds', 'Quiet-Sea-9', 'lighthouse19', 'abcdeXfghij'],
  ])('%s', async password => {
    expect(await refused(password)).toBe(false)
  })

  test('a demonstration keeps its own fixed passwords', async () => {
    await expect(requireUncommon({ mode: 'demo', brandLatin: 'x' }, 'demo1234', '13912345678')).resolves.toBeUndefined()
  })

  test('checking a very long password takes no noticeable time', async () => {
    const started = performance.now()
    for (const password of [
      'li'.repeat(32),
      `${'a'.repeat(63)}!`,
      `${'1'.repeat(63)}x`,
      'lianglianglianglianglianglianglianglianglianglianglianglianglia',
    ])
      await refused(password)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
