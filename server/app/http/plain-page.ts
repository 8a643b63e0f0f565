import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { nothingAllowed } from './headers.ts'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '')

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 15%,transparent)}
body{font:15px/1.7 -apple-system,"PingFang SC","Microsoft YaHei",sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.6rem}h2{font-size:1.05rem;margin:2.2rem 0 .2rem}h3{font-size:1rem;margin:1.6rem 0 .2rem}
code,pre{font-family:ui-monospace,Consolas,monospace;font-size:.86rem}
pre{overflow:auto;padding:.8rem 1rem;border:1px solid var(--line);border-radius:8px;max-height:24rem}
summary{cursor:pointer}.table-scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:start;vertical-align:top}td{min-width:3rem}
.tag{border:1px solid var(--line);border-radius:99px;padding:0 .6rem;font-size:.8rem}
@media print{pre{max-height:none;white-space:pre-wrap}}`

const policy = `${nothingAllowed}; style-src 'sha256-${hash('sha256', style, 'base64')}'`

/** Answers with a page for developers, which has neither script nor external resources. `body` is HTML. */
export const sendPlainPage = (reply: FastifyReply, { title, body }: { title: string; body: string }): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
${body}</main></body></html>`)
