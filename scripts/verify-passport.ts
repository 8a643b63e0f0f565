import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkPassport } from '../server/core/passport-file.ts'
import { areFormerKeys, isKey, isSignedText, jsonOf } from '../server/core/passport-format.ts'

const help = `用法 Usage：node verify-passport.mjs <护照文件 passport.jsonl> [选项 options]
（源码里 from the source：npm run verify-passport -- <file>）

  --key <公钥>      门户的公钥（护照的 PDF、“店铺与账号”页与 /.well-known/passport-key.json），可以写几个，文件须由其中之一、
                    或它们承认的从前的公钥签名
                    The issuer's public key; may be repeated. One of them, or a former key that they vouch for,
                    must have signed the file
  --keys <文件>     门户公布的公钥（/.well-known/passport-key.json），含从前的
                    The keys that the issuer publishes, former ones included
  --heads <文件>    企业另存的每日签名（下载的 JSON，或每行一个），文件须与它们一致
                    Signed heads that the company has kept, which the file must agree with

不需要门户，也不联网。发现问题时以 1 结束；用法不对或文件读不了时以 2 结束；没有写明公钥时核对不了签发者，以 3 结束。
Needs neither the portal nor a network. Exits with 1 when something is wrong, with 2 when nothing could be checked, and
with 3 when no key was given, so that the issuer could not be checked.`

/** More than the portal's largest files have. A longer text than this would not fit into the program's memory. */
const mostBytes = 256 * 1024 * 1024

/** A file from others must not control the terminal, nor reorder what is read there. */
const print = (text: string, to: 'log' | 'error' = 'log') =>
  console[to](text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd'))

/** Nothing was checked, so the reason says neither that the file is good nor that it is not. */
function giveUp(reason: string): never {
  print(`✗ 没有核对：${reason}`, 'error')
  print('NOT CHECKED. See --help', 'error')
  process.exit(2)
}

function contentOf(path: string): Buffer {
  try {
    if (statSync(path).size > mostBytes) giveUp(`${path} 超过 ${mostBytes / 1024 / 1024} MB，不是门户的文件`)
    return readFileSync(path)
  } catch {
    giveUp(`读不到文件 ${path}`)
  }
}

/** Bytes that are no UTF-8 are not replaced: the signature is over the bytes. */
function textIn(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(contentOf(path))
  } catch {
    giveUp(`${path} 不是 UTF-8 编码的文字，可能被别的程序另存过；请用下载的原文件`)
  }
}

/** Reads heads as downloaded: one object with `heads`, or one head a line. */
function headsIn(path: string) {
  const text = textIn(path)
  const whole = jsonOf(text)
  const heads =
    typeof whole === 'object' && whole !== null && 'heads' in whole && Array.isArray(whole.heads)
      ? (whole.heads as unknown[])
      : text.split('\n').flatMap(line => (line.trim() ? [jsonOf(line)] : []))
  if (!text.trim() || !heads.every(isSignedText)) giveUp(`${path} 不是另存的签名（下载的 JSON，或每行一个）`)
  return heads
}

/** Reads the keys that the portal publishes. */
function keysIn(path: string) {
  const read = jsonOf(textIn(path))
  if (typeof read === 'object' && read !== null && 'key' in read && isKey(read.key)) {
    const former = 'former' in read ? read.former : []
    if (areFormerKeys(former)) return { key: read.key, former }
  }
  giveUp(`${path} 不是门户公布的公钥（/.well-known/passport-key.json）`)
}

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        keys: { type: 'string' },
        heads: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch {
    giveUp('有不认识的选项，或选项后面没有写内容')
  }
}

const { positionals, values } = typed()
const [file] = positionals
if (values.help || file === undefined || positionals.length > 1) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
const heads = values.heads === undefined ? [] : headsIn(values.heads)
const published = values.keys === undefined ? undefined : keysIn(values.keys)
const keys: string[] = [...(values.key ?? []), ...(published ? [published.key] : [])]
const mistyped = keys.find(each => !isKey(each))
if (mistyped !== undefined) giveUp(`“${mistyped}”不是公钥，公钥是 43 个字符`)
const { faults, header, head, key, facts, confirmed, later } = checkPassport(textIn(file), {
  keys,
  former: published?.former ?? [],
  heads,
})
if (header && head) {
  print(`${header.company.name}　${header.line.name}（${header.address}）`)
  print(
    `自 ${header.held_since} 起${header.held_until ? `至 ${header.held_until} ` : ''}由该企业使用；${header.free_since ? `${header.held_until ? '此前' : ''}自 ${header.free_since} 起与其他企业无关` : '此前没有其他企业使用过'}`,
  )
  print(
    head.number > header.before.number
      ? `链的第 ${header.before.number + 1} 至 ${head.number} 环，其中 ${facts.length} 环属于该地址；签于 ${head.at}`
      : `没有该地址的连接；链止于第 ${head.number} 环，签于 ${head.at}`,
  )
  print(`公钥 Public key ${key}`)
  if (heads.length)
    print(
      `另存的签名 ${heads.length} 个，其中 ${confirmed} 个落在文件的范围内并且一致${later ? `；${later} 个比文件新，没有比较` : ''}`,
    )
  const closed = new Set(facts.filter(({ fact }) => fact.fact === 'closed').map(({ fact }) => fact.connection))
  for (const { fact } of facts) {
    const who = `${header.people[String(fact.employee)] ?? fact.employee} · ${header.devices[String(fact.device)] ?? fact.device}`
    const shop = fact.shop ? ` · ${fact.platform} ${fact.shop_number}` : ''
    // An attempt that the company's rule refused is in the chain, but is no use of the address.
    const refused = fact.end_reason === 'refused' ? '（企业的规则拒绝了这次连接，没有使用）' : ''
    if (fact.fact === 'closed') print(`  ${fact.started_at} 至 ${fact.ended_at}　${who}${shop}${refused}`)
    else if (!closed.has(fact.connection)) print(`  ${fact.started_at} 起，尚未结束　${who}${shop}`)
  }
}
for (const fault of faults) print(`✗ ${fault}`, 'error')
if (faults.length) {
  print(`不可信：${faults.length} 处问题  NOT VALID: ${faults.length} problem(s)`)
  process.exitCode = 1
} else if (keys.length) print('✓ 内容、次序与签名全部一致  VALID: content, order and signatures agree')
else {
  print('！没有核对签发者：内容与次序未被改动，但谁都能用自己的密钥签名。请用 --key 或 --keys 写明门户的公钥')
  print(
    "! INTACT, ISSUER NOT CHECKED: anybody can sign with a key of their own. Give the issuer's key with --key or --keys",
  )
  process.exitCode = 3
}
