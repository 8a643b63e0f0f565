import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkPassport } from '../contract/passport/check.ts'
import { isKey } from '../contract/passport/format.ts'
import { decoding, headsIn, keysIn, mostBytes } from '../contract/passport/reading.ts'
import { plain, reportOf } from '../contract/passport/report.ts'
import { nodeCrypto } from '../server/core/connection-chain.ts'

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

const print = (text: string, to: 'log' | 'error' = 'log') => console[to](plain(text))

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

function textIn(path: string): string {
  try {
    return new TextDecoder('utf-8', decoding).decode(contentOf(path))
  } catch {
    giveUp(`${path} 不是 UTF-8 编码的文字，可能被别的程序另存过；请用下载的原文件`)
  }
}

/** One key in 64 begins with a hyphen and would be taken for an option. */
const options = process.argv
  .slice(2)
  .flatMap((part, at, all) =>
    all[at - 1] === '--key' ? [] : part === '--key' && at + 1 < all.length ? [`--key=${all[at + 1]}`] : [part],
  )

function typed() {
  try {
    return parseArgs({
      args: options,
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
const { heads: headsFile, keys: keysFile } = values
const heads =
  headsFile === undefined
    ? []
    : (headsIn(textIn(headsFile)) ?? giveUp(`${headsFile} 不是另存的签名（下载的 JSON，或每行一个）`))
const published =
  keysFile === undefined
    ? undefined
    : (keysIn(textIn(keysFile)) ?? giveUp(`${keysFile} 不是门户公布的公钥（/.well-known/passport-key.json）`))
const keys: string[] = [...(values.key ?? []), ...(published ? [published.key] : [])]
const mistyped = keys.find(each => !isKey(each))
if (mistyped !== undefined) giveUp(`“${mistyped}”不是公钥，公钥是 43 个字符`)
const checked = await checkPassport(nodeCrypto, textIn(file), { keys, former: published?.former ?? [], heads })
const { verdict, heading, facts, uses, faults } = reportOf(checked, { keys: keys.length, heads: heads.length })
for (const line of [...(heading ? [heading] : []), ...facts, ...uses.map(use => `  ${use}`)]) print(line)
for (const fault of faults) print(`✗ ${fault}`, 'error')
if (verdict === 'invalid') {
  print(`不可信：${faults.length} 处问题  NOT VALID: ${faults.length} problem(s)`)
  process.exitCode = 1
} else if (verdict === 'valid') print('✓ 内容、次序与签名全部一致  VALID: content, order and signatures agree')
else {
  print('！没有核对签发者：内容与次序未被改动，但谁都能用自己的密钥签名。请用 --key 或 --keys 写明门户的公钥')
  print(
    "! INTACT, ISSUER NOT CHECKED: anybody can sign with a key of their own. Give the issuer's key with --key or --keys",
  )
  process.exitCode = 3
}
