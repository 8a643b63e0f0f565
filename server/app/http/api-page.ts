import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { contract } from '#contract/index.ts'
import { scopeNames } from '#contract/scope-names.ts'
import { archivePath, documentPath } from './developer-files.ts'
import { openApi } from './openapi.ts'
import { escapeHtml } from './plain-page.ts'
import { webhookDocument } from './webhook-document.ts'

/** Renders the API document as the body of a page. */
export function apiPage(brand: string): string {
  const { paths } = openApi(brand)
  const forTokens = openApi(brand, scopeNames).paths
  const sections = Object.entries(contract as Record<string, Call>).map(([name, call]) => {
    const { post } = paths[call.path] as ReturnType<typeof openApi>['paths'][string]
    const token = forTokens[call.path]?.post
    const schema = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
    return `<section id="${name}"><h2><code>POST /api${call.path}</code> <span class="tag">${post.tags[0]}</span></h2>
<p>${escapeHtml(post.summary)}</p><p>${escapeHtml(post.description)}</p>
<details><summary>参数</summary>${schema(post.requestBody.content)}</details>
${token ? `<details><summary>用令牌调用：请求头、参数与应答码</summary><p>${escapeHtml(token.description)}</p>${schema({ parameters: token.parameters, content: token.requestBody.content })}</details>` : ''}
<details><summary>应答 data</summary>${schema(post.responses[200].content['application/json'].schema.properties.data)}</details></section>`
  })
  const rows = Object.entries(codes).map(
    ([code, text]) => `<tr><td><code>${code}</code></td><td>${escapeHtml(text)}</td></tr>`,
  )
  return `<p>所有接口都是 POST，正文为 JSON；应答为 <code>{code, msg, data}</code>。意料之中的“不”以 HTTP 200 答复，看 <code>code</code>；限次、令牌被拒绝、
请求不合规与服务的问题另有 HTTP 状态，写在各接口的文档里。客户端的请求头 <code>authorization: 客户端名 版本</code>。
机器可读的文档：<a href="/api/openapi.json">/api/openapi.json</a>。</p>
<p>企业自己的系统用接口令牌调用标有“令牌权限”的接口：请求头 <code>Authorization: Bearer hyl_…</code>，正文不带 sid 与 instance_id，更改须带
<code>Idempotency-Key</code>。令牌的文档：<a href="/api/openapi.json?scopes=all">/api/openapi.json?scopes=all</a>，或只列出几种权限，如
<code>?scopes=people:read,people:change</code>。</p>
<p>给开发人员的说明：<a href="/api${documentPath('open-interfaces')}">开放接口（令牌、Webhook、SCIM、日志）</a>、<a
href="/api${documentPath('desktop-client')}">桌面客户端</a>。TypeScript 客户端、MCP 与例子：<a href="/api${archivePath}">clients-and-examples.zip</a>。</p>
<details id="webhooks"><summary>Webhook 的请求</summary><pre>${escapeHtml(JSON.stringify(webhookDocument, null, 2))}</pre></details>
${sections.join('\n')}<h2 id="codes">应答码</h2><table>${rows.join('')}</table>`
}
