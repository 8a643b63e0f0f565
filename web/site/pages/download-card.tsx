import type { SiteInstaller } from '#contract/site.ts'
import { day, fileSize } from '../../ui/format.ts'
import { Icon, SystemMark, type SystemName } from '../icons.tsx'

export const systems: { system: SystemName; name: string; client_type: SiteInstaller['client_type']; hint: string }[] =
  [
    { system: 'windows', name: 'Windows', client_type: 1, hint: '双击安装包，按提示完成安装' },
    { system: 'mac', name: 'Mac', client_type: 4, hint: '打开安装包，把应用拖入“应用程序”' },
    { system: 'android', name: 'Android', client_type: 2, hint: '下载后点按安装，需允许浏览器安装应用' },
  ]

export function DownloadCard({
  at,
  installer,
}: {
  at: (typeof systems)[number]
  installer: SiteInstaller | undefined
}) {
  const digest = `sha-${at.system}`
  return (
    <li className="installer" id={at.system} data-system-card={at.system}>
      <header>
        <SystemMark name={at.system} />
        <h2>{at.name}</h2>
        <span className="yours">您的系统</span>
      </header>
      {installer ? (
        <>
          <dl className="facts">
            <div>
              <dt>版本</dt>
              <dd>{installer.version}</dd>
            </div>
            <div>
              <dt>大小</dt>
              <dd>{fileSize(installer.size)}</dd>
            </div>
            <div>
              <dt>发布日期</dt>
              <dd>{day(installer.published_at)}</dd>
            </div>
          </dl>
          <a className="button wide" href={installer.url} rel="noopener nofollow">
            <Icon name="download" />
            下载 {at.name} 版
          </a>
          <p className="hint">{at.hint}</p>
          {installer.notes ? (
            <details className="notes">
              <summary>更新说明</summary>
              <ul>
                {installer.notes
                  .split('\n')
                  .map(line => line.replace(/^\s*[-*·]\s*/, '').trim())
                  .filter(Boolean)
                  .map(line => (
                    <li key={line}>{line}</li>
                  ))}
              </ul>
            </details>
          ) : null}
          <div className="digest">
            <span>SHA-256</span>
            <code id={digest}>{installer.sha256}</code>
            <button type="button" className="copy" data-copy={digest} aria-label={`复制 ${at.name} 安装包的 SHA-256`}>
              <Icon name="copy" />
              <span aria-live="polite">复制</span>
            </button>
          </div>
        </>
      ) : (
        <p className="empty">暂无安装包。新版本发布后会出现在这里，急用请联系客服。</p>
      )}
    </li>
  )
}
