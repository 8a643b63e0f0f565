import type { ReactNode } from 'react'
import type { SiteFrame } from '#contract/site.ts'
import { Copy, Pair, Phrases, SupportQr } from '../parts.tsx'
import { AccessPlan, Binding } from './miniatures.tsx'
import { PlatformMarks } from './platforms.tsx'
import type { SampleLine } from './samples.ts'
import { ClientLines, ClientSites, ClientSwitch } from './windows.tsx'

function Tile(props: { title: string; english: string; text: string; wide?: boolean; children: ReactNode }) {
  return (
    <li className={props.wide ? 'wide' : undefined}>
      <div className="tile-text">
        <h3>
          <Phrases>{props.title}</Phrases>
        </h3>
        <p className="english" lang="en">
          {props.english}
        </p>
        <p>
          <Copy>{props.text}</Copy>
        </p>
      </div>
      {props.children}
    </li>
  )
}

function SupportCard({ frame }: { frame: SiteFrame }) {
  const { supportPhone, supportHours } = frame.settings.brand
  return (
    <div className="support-card">
      {frame.supportQr ? <SupportQr frame={frame} /> : null}
      <p>
        {supportPhone ? <b>{supportPhone}</b> : null}
        <span>{supportHours}</span>
      </p>
    </div>
  )
}

export function Advantages({ lines, frame }: { lines: SampleLine[]; frame: SiteFrame }) {
  const [first] = lines
  return (
    <section className="band soft" aria-labelledby="advantages">
      <div className="wrap">
        <Pair id="advantages" title="产品优势" english="What you get, and what it looks like" />
        <ul className="tiles">
          <Tile
            wide
            title="专属原生 IP"
            english="Dedicated native IP"
            text="地址登记在目标市场当地。管理员从空闲地址里亲自选定一个，绑定之后别家企业选不到它。"
          >
            <Binding line={first} />
          </Tile>
          <Tile
            title="一键组网"
            english="One-click networking"
            text="不改路由器，不配参数。装好客户端，登录，打开开关。"
          >
            <ClientSwitch line={first} />
          </Tile>
          <Tile
            title="全球多节点线路"
            english="Lines to many markets"
            text="一个客户端切换不同国家/地区的线路，只列出授权给本人的。"
          >
            <ClientLines lines={lines.slice(0, 3)} />
          </Tile>
          <Tile
            wide
            title="权限变更，先看后果再保存"
            english="See who gains and who loses, before you save"
            text="按部门或员工授权。保存之前列出谁会获得、谁会失去哪条线路，确认后才生效。"
          >
            <AccessPlan line={first} />
          </Tile>
          <Tile
            title="海外主流社媒全覆盖"
            english="Mainstream social media covered"
            text="短视频、直播、图文、即时通讯与广告后台，在固定的线路上完成日常工作。"
          >
            <PlatformMarks />
          </Tile>
          <Tile title="一键打开" english="One click to the site" text="常用站点收进客户端，点一下就经由指定线路打开。">
            <ClientSites />
          </Tile>
          <Tile
            title="专属支持团队"
            english="A team that answers"
            text="从选城市、选接入方式到开通与日常使用，电话与扫码都能找到人。"
          >
            <SupportCard frame={frame} />
          </Tile>
        </ul>
        <p className="fine">
          平台名称归各自的权利人所有，仅用于说明适用的工作；{frame.settings.brand.name}与这些平台没有隶属或合作关系。
        </p>
      </div>
    </section>
  )
}
