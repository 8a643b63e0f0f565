import type { Config } from '#server/core/config.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import { deliveryModes } from '#server/integrations/gateways/sandbox-notify.ts'
import type { SandboxTrade } from '#server/integrations/gateways/sandbox-trades.ts'

const money = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'CNY' })

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string) => text.replace(/[&<>"']/g, character => escapes[character] ?? '')

type Brand = Pick<Config, 'brandName'>

const page = ({ brandName }: Brand, title: string, content: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${html(brandName)}演示</title>
<link rel="stylesheet" href="/demo/cashier.css">
</head>
<body>
<header><strong>沙箱收银台</strong><span>演示环境，不会真的扣款</span></header>
<main>
${content}
</main>
</body>
</html>
`

const outcomes = {
  paid: ['支付成功', '款项已记入沙箱账本，商家会收到通知或在对账时查到。'],
  failed: ['支付失败', '这笔支付没有成功，可以返回商家重新支付。'],
  closed: ['交易已关闭', '商家已关闭这笔交易，或已超过支付时间。'],
} as const

/** Shows what a payment service would show the buyer, with the outcomes that a demonstration can simulate. */
export function cashierPage(brand: Brand, trade: SandboxTrade): string {
  const back = `<a class="back" href="${html(trade.return_path)}">返回商家</a>`
  const facts = `<p class="amount">${html(money.format(trade.amount / 100))}</p>
<dl>
<div><dt>商品</dt><dd>${html(trade.subject)}</dd></div>
<div><dt>收款方</dt><dd>${html(brand.brandName)}</dd></div>
<div><dt>商户单号</dt><dd class="number">${html(trade.out_trade_no)}</dd></div>
<div><dt>请在此前支付</dt><dd class="number">${formatTimeInChina(trade.expires_at)}</dd></div>
</dl>`
  if (trade.state !== 'waiting') {
    const [title, text] = outcomes[trade.state]
    return page(
      brand,
      title,
      `<h1 class="${trade.state}">${title}</h1>
${facts}
<p class="note">${text}</p>
<div class="actions">${back}</div>`,
    )
  }
  const choices = Object.entries(deliveryModes).map(
    ([name, label], index) =>
      `<label><input type="radio" name="delivery" value="${name}"${index ? '' : ' checked'}><span>${label}</span></label>`,
  )
  return page(
    brand,
    '沙箱收银台',
    `<h1>确认付款</h1>
${facts}
<form method="post" action="/demo/cashier/${html(trade.out_trade_no)}">
<fieldset><legend>支付后怎样通知商家</legend>
${choices.join('\n')}
</fieldset>
<div class="actions">
<button class="pay" name="result" value="paid">支付 ${html(money.format(trade.amount / 100))}</button>
<button name="result" value="failed">模拟支付失败</button>
${back}
</div>
</form>`,
  )
}

export const unknownTradePage = (brand: Brand) =>
  page(
    brand,
    '没有这笔交易',
    '<h1>没有这笔交易</h1><p class="note">链接不完整，或这笔交易属于另一个演示站点。请回到订单重新发起支付。</p><div class="actions"><a class="back" href="/control/orderrecord">查看订单</a></div>',
  )

export const cashierStyle = `
:root { color-scheme: light dark; --ink: #0b1b33; --muted: #52627a; --ground: #f5f7fb; --card: #ffffff; --line: #dfe5ef; --brand: #1257ff; --on-brand: #ffffff; --live: #007a70; --danger: #c0323a }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eefc; --muted: #9fb0cc; --ground: #0a1020; --card: #131c31; --line: #26334f; --brand: #7ba2ff; --on-brand: #0a1020; --live: #3fd6c8; --danger: #ff8a8f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 -apple-system, "PingFang SC", "Microsoft YaHei", "Hiragino Sans GB", "Noto Sans CJK SC", sans-serif }
header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: 1rem max(1rem, calc(50% - 15rem)); background: var(--card); border-bottom: 1px solid var(--line) }
header span { color: var(--muted); font-size: .875rem }
main { margin: 2rem auto 4rem; width: min(30rem, calc(100% - 2rem)); padding: clamp(1.25rem, 6vw, 2rem); background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 8px 24px rgb(11 27 51 / 8%) }
h1 { margin: 0; font-size: 1.125rem; font-weight: 600; color: var(--muted); text-align: center }
h1.paid { color: var(--live) }
h1.failed, h1.closed { color: var(--danger) }
.amount { margin: .25rem 0 1.5rem; font-size: 2.5rem; line-height: 1.3; font-weight: 600; text-align: center; font-variant-numeric: tabular-nums }
dl { margin: 0 0 1.5rem; font-size: .875rem }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line) }
dt { flex: none; color: var(--muted) }
dd { margin: 0; text-align: right; overflow-wrap: anywhere }
.number { font-variant-numeric: tabular-nums }
fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; display: grid; gap: .5rem }
legend { padding: 0; margin-bottom: .5rem; font-size: .875rem; color: var(--muted) }
label { display: flex; align-items: center; gap: .75rem; padding: .5rem .875rem; border: 1px solid var(--line); border-radius: 10px; cursor: pointer }
label:has(:checked) { border-color: var(--brand) }
label:has(:focus-visible) { outline: 2px solid var(--brand); outline-offset: 2px }
input { accent-color: var(--brand); width: 1rem; height: 1rem; margin: 0 }
.actions { display: grid; gap: .75rem }
button, .back { font: inherit; padding: .625rem 1rem; border-radius: 10px; border: 1px solid var(--line); background: transparent; color: var(--ink); cursor: pointer; text-align: center; text-decoration: none }
button.pay { background: var(--brand); border-color: var(--brand); color: var(--on-brand); font-weight: 600; font-variant-numeric: tabular-nums }
button:focus-visible, a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
.back { border-color: transparent; color: var(--brand) }
.note { margin: 0 0 1.5rem; color: var(--muted); text-align: center }
`
