import { articlesPath, paths } from '#contract/paths.ts'
import type { SiteFrame, SitePage } from '#contract/site.ts'
import { Icon, SystemMark } from '../icons.tsx'
import { Copy, PageHead, Qr } from '../parts.tsx'
import { DownloadCard, systems } from './download-card.tsx'

export const downloadMeta = {
  title: '产品下载',
  description: '下载 Windows、Mac、Android 与 iOS 客户端：版本、大小、发布日期、SHA-256 校验值与更新说明。',
  keywords: '客户端下载,Windows客户端,Mac客户端,安卓客户端,iOS客户端',
}

export function DownloadPage({ page, frame }: { page: Extract<SitePage, { kind: 'download' }>; frame: SiteFrame }) {
  return (
    <>
      <PageHead title="产品下载" english="One account on every device">
        选择您的系统下载客户端，用手机号登录后即可使用企业授权给您的线路。
      </PageHead>
      <section className="band tight">
        <div className="wrap">
          <ul className="installers">
            {systems.map(at => (
              <DownloadCard
                key={at.system}
                at={at}
                installer={page.installers.find(installer => installer.client_type === at.client_type)}
              />
            ))}
            <li className="installer" id="ios" data-system-card="ios">
              <header>
                <SystemMark name="ios" />
                <h2>iOS</h2>
                <span className="yours">您的系统</span>
              </header>
              {frame.ios ? (
                <>
                  <div className="ios">
                    <Qr code={frame.ios.qr} label="iOS 测试版二维码" />
                    <p>iOS 版通过 TestFlight 分发。用 iPhone 或 iPad 扫码，先安装 TestFlight，再在其中安装客户端。</p>
                  </div>
                  <a className="button wide" href={frame.ios.link} rel="noopener nofollow">
                    <Icon name="arrow" />
                    前往 TestFlight
                  </a>
                </>
              ) : (
                <p className="empty">iOS 版暂未开放下载，请联系客服登记。</p>
              )}
            </li>
          </ul>
        </div>
      </section>
      <section className="band soft" aria-labelledby="steps">
        <div className="wrap">
          <h2 className="plain" id="steps">
            三步开始使用
          </h2>
          <ol className="steps">
            <li>
              <h3>安装并登录</h3>
              <p>用手机号和密码登录。还没有账号，可在本站注册，或由企业管理员邀请加入。</p>
            </li>
            <li>
              <h3>等待设备审核</h3>
              <p>首次登录的设备会出现在企业控制台，管理员审核并授权后才能使用线路。</p>
            </li>
            <li>
              <h3>选择线路，一键连接</h3>
              <p>
                <Copy>客户端只列出您有权使用的线路，选中后点一下即可连接。</Copy>
              </p>
            </li>
          </ol>
          <p className="more">
            安装或连接遇到问题？<a href={articlesPath('help')}>查看帮助中心</a>，或回到<a href={paths.home}>首页</a>
            联系客服。
          </p>
        </div>
      </section>
    </>
  )
}
