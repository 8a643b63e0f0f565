import { inChina } from '#contract/china-time.ts'
import { checkPassport } from '#contract/passport/check.ts'
import { decoding, headsIn, keysIn, looksLikePassport, mostBytes } from '#contract/passport/reading.ts'
import { type PassportReport, plain, reportOf } from '#contract/passport/report.ts'
import { canVerify, webCrypto } from './web-crypto.ts'

interface Chosen {
  passport?: { name: string; text: string }
  heads?: { name: string; heads: NonNullable<ReturnType<typeof headsIn>> }
}

/** The most uses that are listed; the program lists them all. */
const mostUses = 500
/** The most faults that are listed: a line that is missing moves all later ones. */
const mostFaults = 20

/** Lets the visitor choose or drop the files of a passport, and says what holds. Nothing is sent anywhere. */
export function checkPassports(place: HTMLElement): void {
  const [drop, names, verdict, found] = ['drop', 'files', 'verdict', 'found'].map(name =>
    place.querySelector<HTMLElement>(`[data-passport-${name}]`),
  )
  const input = place.querySelector('input')
  if (!drop || !names || !verdict || !found || !input) return
  let chosen: Chosen = {}
  let latest = 0

  function say(kind: PassportReport['verdict'] | 'none' | 'busy', text: string): void {
    verdict?.setAttribute('data-verdict', kind)
    if (verdict) verdict.textContent = text
  }

  async function take(files: readonly File[]): Promise<void> {
    latest += 1
    const mine = latest
    found?.replaceChildren()
    say('busy', '正在核对…')
    const picked: Chosen = {}
    const problems: string[] = []
    for (const file of files) problems.push(...(await read(file, picked)))
    // Files chosen meanwhile replace these.
    if (mine !== latest) return
    // The heads of one company prove nothing about the next passport, which may be another's.
    chosen = picked.passport && chosen.passport ? picked : { ...chosen, ...picked }
    const { passport, heads } = chosen
    if (names) names.textContent = [passport, heads].flatMap(each => (each ? each.name : [])).join('、')
    if (problems.length) return say('none', problems.join(''))
    if (!passport) return say('none', '还没有选择护照的签名文件（.jsonl）')
    if (!(await canVerify())) return say('none', unable())
    const published = await publishedKeys()
    const checked = await checkPassport(webCrypto, passport.text, {
      keys: published ? [published.key] : [],
      former: published?.former ?? [],
      heads: heads?.heads ?? [],
    })
    if (mine !== latest) return
    const given = { keys: published ? 1 : 0, heads: heads?.heads.length ?? 0, at: timeOf }
    const report = reportOf(checked, given)
    say(report.verdict, verdictOf(report))
    found?.replaceChildren(...details(report))
  }

  const chooseFiles = () => {
    const files = [...(input.files ?? [])]
    // Choosing the same file again is a change, too.
    input.value = ''
    if (files.length) void take(files)
  }
  input.addEventListener('change', chooseFiles)
  // On a slow network files may be chosen before this script has come.
  chooseFiles()
  // A file that is dropped beside the frame would otherwise replace the page.
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    document.addEventListener(type, event => {
      event.preventDefault()
      drop.toggleAttribute('data-over', type === 'dragover')
      if (type === 'drop' && event.dataTransfer?.files.length) void take([...event.dataTransfer.files])
    })
}

/** Keeps a file by its kind, which its content tells. Returns what is wrong with it. */
async function read(file: File, chosen: Chosen): Promise<string[]> {
  const name = plain(file.name)
  if (file.size > mostBytes) return [`“${name}”超过 ${mostBytes / 1024 / 1024} MB，不是门户的文件。`]
  const isText = !/^(PK|%PDF)/.test(await file.slice(0, 4).text())
  const text = isText && (await textOf(file))
  if (text === undefined) return [`“${name}”不是 UTF-8 编码的文字，可能被别的程序另存过；请用下载的原文件。`]
  const heads = text ? headsIn(text) : undefined
  // The check of a passport says what is missing.
  if (text && (looksLikePassport(text) || (!heads && /\.jsonl$/i.test(name)))) chosen.passport = { name, text }
  else if (heads) chosen.heads = { name, heads }
  else if (text && keysIn(text)) return [`“${name}”是公钥，不必选择：本页使用本站现在公布的。`]
  else return [`“${name}”不是护照的签名文件（.jsonl），也不是另存的签名；PDF 只供阅读，不能核对。`]
  return []
}

async function textOf(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', decoding).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

/** A missing answer leaves the issuer unchecked. */
async function publishedKeys(): Promise<ReturnType<typeof keysIn>> {
  try {
    const answer = await fetch('/.well-known/passport-key.json', { cache: 'no-store' })
    return answer.ok ? keysIn(await answer.text()) : undefined
  } catch {
    return undefined
  }
}

const unable = () =>
  globalThis.isSecureContext
    ? '没有核对：这个浏览器还不能核对 Ed25519 签名。请换用 Chrome 或 Edge 137、Firefox 129、Safari 17 以上，或用下面的核对程序。'
    : '没有核对：浏览器只在 https 网址上提供核对签名的功能。请以 https 打开本页，或用下面的核对程序。'

/** A file may state anything as an instant. */
const timeOf = (instant: string) =>
  Number.isNaN(Date.parse(instant)) ? instant : inChina(instant).slice(0, 19).replace('T', ' ')

function verdictOf({ verdict, faults }: PassportReport): string {
  if (verdict === 'valid') return `✓ 可信：内容、次序与签名全部一致，由本站签发。VALID`
  if (verdict === 'invalid') return `✗ 不可信：${faults.length} 处问题。NOT VALID`
  return '！没有核对签发者：内容与次序未被改动，但没能取得本站公布的公钥，而谁都能用自己的密钥签名。请稍后再选一次，或用下面的核对程序。ISSUER NOT CHECKED'
}

function* details({ verdict, heading, facts, uses, faults }: PassportReport): Generator<HTMLElement> {
  if (faults.length) yield list('ul', faults.slice(0, mostFaults), 'check-faults')
  if (faults.length > mostFaults) yield element('p', `只列出前 ${mostFaults} 处。`, 'check-quiet')
  if (!heading) return
  yield element('h2', heading)
  if (verdict === 'invalid') yield element('p', '以下是文件里写的，不能当作证明：', 'check-quiet')
  yield list('ul', facts)
  yield element('p', '时间均为北京时间。', 'check-quiet')
  yield element('h2', uses.length ? `使用记录 ${uses.length} 次` : '没有使用记录')
  if (uses.length) yield list('ol', uses.slice(0, mostUses))
  if (uses.length > mostUses) yield element('p', `只列出前 ${mostUses} 次，核对程序列出全部。`, 'check-quiet')
}

function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

function list(name: 'ul' | 'ol', items: readonly string[], className = ''): HTMLElement {
  const made = element(name, '', className)
  made.append(...items.map(item => element('li', item)))
  return made
}
