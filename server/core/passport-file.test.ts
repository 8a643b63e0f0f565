import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chainStart, digestOf, headText, keyLetters, linkHash, signText } from './connection-chain.ts'
import { checkPassport, passportFormat, sealText } from './passport-file.ts'
import { formerKeyText } from './passport-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'passport-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const company = '0190b0c0-0000-7000-8000-00000000000a'
const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, letters: keyLetters(publicKey) }
}
type Key = ReturnType<typeof newKey>

const headOf = ({ privateKey }: Key, number: number, hash: Buffer) => {
  const at = '2026-11-01T00:00:00.000Z'
  const signed = headText({ kind: 'end', company, number, hash: hash.toString('hex'), at })
  return { signed, signature: signText(privateKey, signed) }
}

/** Creates a file with one link after the fifth, as anybody could with their own key. */
function passportBy(key: Key, { name = '某公司', before = chainStart(company) } = {}) {
  const text = JSON.stringify({ fact: 'opened', connection: 'x', address: '203.0.113.7', employee: 'e', device: 'd' })
  const header = {
    format: passportFormat,
    company: { id: company, name },
    line: { id: 'l', name: '东京-01' },
    address: '203.0.113.7',
    held_since: '2026-01-01T00:00:00.000Z',
    free_since: null,
    before: { number: 5, hash: before.toString('hex') },
    people: {},
    devices: {},
  }
  const content = [header, { number: 6, text }].map(each => `${JSON.stringify(each)}\n`).join('')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const head = headOf(key, 6, linkHash(before, 6, digestOf(text)))
  const seal = signText(key.privateKey, sealText(sha256, head.signed))
  return `${content}${JSON.stringify({ key: key.letters, ...head, sha256, seal })}\n`
}

function verify(text: string, ...options: string[]) {
  const file = join(folder, 'passport.jsonl')
  writeFileSync(file, text)
  return spawnSync(process.execPath, ['scripts/verify-passport.ts', file, ...options], { encoding: 'utf8', env: {} })
}

test('a file of anybody’s key is not called valid until the issuer’s key is given', () => {
  const [issuer, stranger] = [newKey(), newKey()]
  const unchecked = verify(passportBy(stranger))
  expect([unchecked.status, unchecked.stdout]).toEqual([3, expect.stringContaining('INTACT, ISSUER NOT CHECKED')])
  expect(unchecked.stdout).not.toContain('VALID')
  expect(verify(passportBy(stranger), '--key', issuer.letters).status).toBe(1)
  const valid = verify(passportBy(issuer), '--key', stranger.letters, '--key', issuer.letters)
  expect([valid.status, valid.stdout]).toEqual([0, expect.stringContaining('VALID')])
})

test('what stands in a file does not steer the terminal', () => {
  const { stdout } = verify(passportBy(newKey(), { name: '\u001b[2J\u202e某公司\n✓ VALID' }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  expect(stdout).not.toMatch(/^✓/m)
})

test('what a file begins with is compared with the head that was kept of it', () => {
  const key = newKey()
  const [before, other] = [digestOf('one'), digestOf('other')]
  const checkedBy = (kept: Buffer) =>
    checkPassport(passportBy(key, { before }), { keys: [key.letters], heads: [headOf(key, 5, kept)] })
  expect(checkedBy(before)).toMatchObject({ faults: [], confirmed: 1 })
  expect(checkedBy(other)).toMatchObject({ faults: ['第 5 环与您另存的签名不同'] })
})

test('a file and heads of a former key are good beside the key that vouches for it, and of no other', () => {
  const [first, second, third] = [newKey(), newKey(), newKey()]
  const vouched = (former: Key, by: Key) => {
    const told = { key: former.letters, until: '2026-11-02T00:00:00.000Z', by: by.letters }
    return { ...told, signature: signText(by.privateKey, formerKeyText(told)) }
  }
  const former = [vouched(first, second), vouched(second, third)]
  const before = digestOf('one')
  const heads = [headOf(second, 5, before)]
  const faults = (keys: string[], listed = former) =>
    checkPassport(passportBy(first, { before }), { keys, former: listed, heads }).faults
  expect(faults([third.letters])).toEqual([])
  expect(faults([first.letters, second.letters], [])).toEqual([])
  // A replaced key does not vouch for its successor.
  expect(faults([first.letters])).toHaveLength(1)
  expect(faults([third.letters], former.slice(0, 1))).toHaveLength(2)
  expect(
    faults(
      [third.letters],
      former.map(each => ({ ...each, until: '2027-01-01T00:00:00.000Z' })),
    ),
  ).toHaveLength(2)

  const published = join(folder, 'passport-key.json')
  writeFileSync(published, JSON.stringify({ key: third.letters, former }))
  expect(verify(passportBy(first), '--keys', published).status).toBe(0)
  expect(verify(passportBy(first), '--key', third.letters).status).toBe(1)
})
