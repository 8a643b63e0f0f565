import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkPassport, sealText } from '../contract/passport/check.ts'
import { passportFormat } from '../contract/passport/format.ts'
import { formerKeyText } from '../contract/passport/former-keys.ts'
import { headText } from '../contract/passport/head.ts'
import { chainStart, digestOf, keyLetters, linkHash, nodeCrypto, signText } from '../server/core/connection-chain.ts'

const folder = mkdtempSync(join(tmpdir(), 'passport-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const company = '0190b0c0-0000-7000-8000-00000000000a'
const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, letters: keyLetters(publicKey) }
}
type Key = ReturnType<typeof newKey>

const headOf = ({ privateKey }: Key, number: number, hash: Buffer, at = '2026-11-01T00:00:00.000Z') => {
  const signed = headText({ kind: 'end', company, number, hash: hash.toString('hex'), at })
  return { signed, signature: signText(privateKey, signed) }
}

/** Creates a file with one link after the fifth, as anybody could with their own key. */
function passportBy(key: Key, { name = '某公司', before = chainStart(company) } = {}) {
  const text = JSON.stringify({ fact: 'opened', connection: 'x', address: '203.0.113.7', employee: 'e', device: 'd' })
  const header = {
    format: passportFormat,
    made_at: '2026-11-02T00:00:00.000Z',
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

function verify(text: string | Buffer, ...options: string[]) {
  const file = join(folder, 'passport.jsonl')
  writeFileSync(file, text)
  return spawnSync(process.execPath, ['scripts/verify-passport.ts', file, ...options], { encoding: 'utf8', env: {} })
}

test('a file with an unknown key is not called valid until the issuer’s key is given', () => {
  const [issuer, stranger] = [newKey(), newKey()]
  const unchecked = verify(passportBy(stranger))
  expect([unchecked.status, unchecked.stdout]).toEqual([3, expect.stringContaining('INTACT, ISSUER NOT CHECKED')])
  expect(unchecked.stdout).not.toContain('VALID')
  expect(verify(passportBy(stranger), '--key', issuer.letters).status).toBe(1)
  const valid = verify(passportBy(issuer), '--key', stranger.letters, '--key', issuer.letters)
  expect([valid.status, valid.stdout]).toEqual([0, expect.stringContaining('VALID')])
})

test('a key that begins with a hyphen is no option', () => {
  let key = newKey()
  while (!key.letters.startsWith('-')) key = newKey()
  expect(verify(passportBy(key), '--key', key.letters).status).toBe(0)
  expect(verify(passportBy(key), `--key=${key.letters}`).status).toBe(0)
})

test('the contents of a file cannot send control sequences to the terminal', () => {
  const { stdout } = verify(passportBy(newKey(), { name: '\u001b[2J\u202e某公司\n✓ VALID' }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  expect(stdout).not.toMatch(/^✓/m)
})

test('the beginning of a file is compared with the head that was stored earlier', async () => {
  const key = newKey()
  const [before, other] = [digestOf('one'), digestOf('other')]
  const checkedBy = (kept: Buffer) =>
    checkPassport(nodeCrypto, passportBy(key, { before }), { keys: [key.letters], heads: [headOf(key, 5, kept)] })
  expect(await checkedBy(before)).toMatchObject({ faults: [], confirmed: 1 })
  expect(await checkedBy(other)).toMatchObject({ faults: ['第 5 环与您另存的签名不同'] })
})

// Guard: `made_at`. The company that goes on keeping heads, as the page advises, was told that its file is not valid.
test('a head stored after the file was made proves nothing about the file, and an earlier one that the file lacks disproves it', async () => {
  const key = newKey()
  const checkedBy = (...ats: string[]) =>
    checkPassport(nodeCrypto, passportBy(key), {
      keys: [key.letters],
      heads: ats.map(at => headOf(key, 9, digestOf('later'), at)),
    })
  const [before, after] = ['2026-11-01T23:58:59.999Z', '2026-11-01T23:59:00.001Z']
  expect(await checkedBy(after)).toMatchObject({ faults: [], confirmed: 0, later: 1 })
  for (const ats of [[before], [before, after], [after, before]])
    expect(await checkedBy(...ats), String(ats)).toMatchObject({
      faults: ['链比您另存的签名短：没有第 9 环'],
      later: 0,
    })
})

test('a damaged file is refused with a sentence, whichever part is missing', async () => {
  const key = newKey()
  const text = passportBy(key)
  const [first = '', link = '', seal = ''] = text.split('\n')
  const file = (...lines: string[]) => `${lines.join('\n')}\n`
  const without = (line: string, member: string) => JSON.stringify({ ...JSON.parse(line), [member]: undefined })
  const damaged = {
    ...Object.fromEntries(
      ['company', 'line', 'address', 'held_since', 'before', 'people', 'devices'].map(member => [
        `no ${member}`,
        file(without(first, member), link, seal),
      ]),
    ),
    ...Object.fromEntries(
      ['key', 'signed', 'signature', 'sha256', 'seal'].map(member => [
        `no ${member}`,
        file(first, link, without(seal, member)),
      ]),
    ),
    'a name that is no text': file(first.replace('"某公司"', '{"toString":1}'), link, seal),
    'a record that is no text': file(first, JSON.stringify({ number: 6, text: '{"employee":{"toString":1}}' }), seal),
    'a link that is none': file(first, 'null', seal),
    'digests that are none': file(first, JSON.stringify({ number: 6, digests: [1] }), seal),
    'cut in a line': text.slice(0, -40),
    'cut after a line': file(first, link),
    joined: text + text,
    empty: '',
    marked: `\ufeff${text}`,
  }
  for (const [name, content] of Object.entries(damaged)) {
    const { faults } = await checkPassport(nodeCrypto, content, { keys: [key.letters] })
    expect(faults.at(-1), name).toMatch(/^文件不完整或格式不正确：[^a-z]+$/)
  }
})

test('an unreadable file is reported in a sentence, and nothing is called valid', () => {
  const key = newKey()
  const text = passportBy(key)
  const other = join(folder, 'other.json')
  const problemOf = (content: string | Buffer, ...options: string[]) => {
    const { status, stdout, stderr } = verify(content, ...options)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^✗ 没有核对：.+\nNOT CHECKED. See --help\n$/)
    expect(status).toBe(2)
    return stderr
  }
  expect(problemOf(Buffer.from(text, 'utf16le'))).toContain('UTF-8')
  expect(problemOf(text, '--key', 'abc')).toContain('43 个字符')
  expect(problemOf(text, '--key')).toContain('选项')
  expect(problemOf(text, '--keys', join(folder, 'none'))).toContain('读不到')
  for (const content of ['null', JSON.stringify({ key: key.letters, former: [null] })]) {
    writeFileSync(other, content)
    expect(problemOf(text, '--keys', other)).toContain('公布的公钥')
  }
  expect(problemOf(text, '--heads', other)).toContain('另存的签名')
  const huge = join(folder, 'huge')
  writeFileSync(huge, '')
  truncateSync(huge, 2 ** 29)
  expect(problemOf(text, '--keys', huge)).toContain('超过 256 MB')
})

test('a file and heads signed by a former key are valid together with the key that vouches for it, and with no other', async () => {
  const [first, second, third] = [newKey(), newKey(), newKey()]
  const vouched = (former: Key, by: Key) => {
    const statement = { key: former.letters, until: '2026-11-02T00:00:00.000Z', by: by.letters }
    return { ...statement, signature: signText(by.privateKey, formerKeyText(statement)) }
  }
  const former = [vouched(first, second), vouched(second, third)]
  const before = digestOf('one')
  const heads = [headOf(second, 5, before)]
  const faults = async (keys: string[], listed = former) =>
    (await checkPassport(nodeCrypto, passportBy(first, { before }), { keys, former: listed, heads })).faults
  expect(await faults([third.letters])).toEqual([])
  expect(await faults([first.letters, second.letters], [])).toEqual([])
  // A replaced key does not vouch for its successor.
  expect(await faults([first.letters])).toHaveLength(1)
  expect(await faults([third.letters], former.slice(0, 1))).toHaveLength(2)
  expect(
    await faults(
      [third.letters],
      former.map(each => ({ ...each, until: '2027-01-01T00:00:00.000Z' })),
    ),
  ).toHaveLength(2)

  const published = join(folder, 'passport-key.json')
  writeFileSync(published, JSON.stringify({ key: third.letters, former }))
  expect(verify(passportBy(first), '--keys', published).status).toBe(0)
  expect(verify(passportBy(first), '--key', third.letters).status).toBe(1)
})
