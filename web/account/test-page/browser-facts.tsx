import { clientVersion } from '#contract/rules.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'

/** Not every browser reports its kind of connection. */
interface WithConnection {
  connection?: { effectiveType?: string; rtt?: number }
}

function facts(): [string, string][] {
  const { connection } = navigator as Navigator & WithConnection
  return [
    ['客户端版本', `portal-web ${clientVersion}`],
    ['页面地址', location.origin + location.pathname],
    ['浏览器', navigator.userAgent],
    ['语言', navigator.languages.join(', ')],
    ['时区', Intl.DateTimeFormat().resolvedOptions().timeZone],
    ['窗口 / 屏幕', `${innerWidth} × ${innerHeight} / ${screen.width} × ${screen.height}（${devicePixelRatio} 倍）`],
    [
      '网络',
      `${navigator.onLine ? '在线' : '离线'}${connection?.effectiveType ? `，${connection.effectiveType}` : ''}`,
    ],
    ['Cookie 与存储', navigator.cookieEnabled ? '可用' : '被禁用'],
  ]
}

export function BrowserFacts() {
  const list = facts()
  const text = list.map(([label, value]) => `${label}：${value}`).join('\n')
  return (
    <section className="sheet" aria-labelledby="browser-title">
      <div className="sheet-head">
        <h2 id="browser-title">浏览器信息</h2>
        <CopyButton text={text} label="浏览器信息">
          复制全部
        </CopyButton>
      </div>
      <Facts list={list.map(([label, value]) => ({ label, value }))} />
    </section>
  )
}
