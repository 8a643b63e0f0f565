import { serve } from './server.ts'

const { PORTAL_URL, PORTAL_TOKEN } = process.env
if (!PORTAL_URL || !PORTAL_TOKEN) {
  console.error('请设置 PORTAL_URL（门户的网址）与 PORTAL_TOKEN（企业的接口令牌，hyl_ 开头）。')
  process.exit(2)
}
// Standard output belongs to the protocol; nothing else may write there.
await serve({ url: PORTAL_URL, token: PORTAL_TOKEN, input: process.stdin, output: process.stdout }).closed
