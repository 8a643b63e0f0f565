import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { messagePurposeNames } from '#contract/message-purposes.ts'
import type { Config } from '#server/core/config.ts'

export const outboxEntry = z.object({
  phone: z.string(),
  purpose: z.string(),
  /** Empty for messages without a code. */
  code: z.string(),
  text: z.string(),
  at: instant,
})
type OutboxEntry = z.output<typeof outboxEntry>

const purposes: Record<string, string> = messagePurposeNames

const time = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string) => text.replace(/[&<>"']/g, character => escapes[character] ?? '')

/** Renders a phone's messages as a page that works without scripts and reloads itself. */
export function outboxPage({ brandName }: Pick<Config, 'brandName'>, entries: OutboxEntry[], phone: string): string {
  const heading = phone ? `发给 ${html(phone)} 的短信` : '最近的短信'
  const list = entries.map(entry => message(entry, !phone)).join('')
  const nothing = `<p class="nothing">${phone ? '这个号码还没有收到短信。' : '还没有短信。在网站上获取一次验证码，几秒内就会出现在这里。'}</p>`
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="3">
<title>短信发件箱 - ${html(brandName)}演示</title>
<link rel="stylesheet" href="/demo/outbox.css">
</head>
<body>
<header><h1>短信发件箱</h1><p>演示模式不会真的发送短信，验证码和通知都显示在这里，每 3 秒刷新。<a href="/">返回网站</a></p></header>
<main>
<h2>${heading}${phone ? '<a href="/demo">查看全部</a>' : ''}</h2>
${entries.length ? `<ol>${list}</ol>` : nothing}
</main>
</body>
</html>
`
}

function message({ phone, purpose, code, text, at }: OutboxEntry, linked: boolean): string {
  const to = linked ? `<a href="/demo?phone=${encodeURIComponent(phone)}">${html(phone)}</a>` : html(phone)
  return `<li>
<p class="about"><span>${to}</span><span>${html(purposes[purpose] ?? '通知')}</span><time datetime="${at}">${time.format(new Date(at))}</time></p>
${code ? `<p class="code">${html(code)}</p>` : ''}
<p>${html(text)}</p>
</li>`
}

export const outboxStyle = `
:root { color-scheme: light dark; --ink: #0b1b33; --muted: #52627a; --ground: #f5f7fb; --card: #ffffff; --line: #dfe5ef; --brand: #1257ff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eefc; --muted: #9fb0cc; --ground: #0a1020; --card: #131c31; --line: #26334f; --brand: #7ba2ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 -apple-system, "PingFang SC", "Microsoft YaHei", "Hiragino Sans GB", "Noto Sans CJK SC", sans-serif }
h1 { margin: 0; font-size: 1.5rem }
header p { margin: .25rem 0 0; color: var(--muted) }
h2 { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .5rem; margin: 2rem 0 .75rem; font-size: 1.125rem }
h2 a { font-size: .875rem; font-weight: 400 }
a { color: var(--brand) }
header a { margin-left: .5rem }
ol { margin: 0; padding: 0; list-style: none; display: grid; gap: .75rem }
li, .nothing { margin: 0; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px }
li p { margin: 0; overflow-wrap: anywhere }
.about { display: flex; flex-wrap: wrap; gap: .25rem 1rem; color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums }
.about time { margin-left: auto }
.code { font-size: 2.25rem; line-height: 1.4; font-weight: 600; letter-spacing: .12em; font-variant-numeric: tabular-nums; user-select: all }
`
