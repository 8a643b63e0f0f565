import type { ReactNode } from 'react'
import { lineStateNames } from '#contract/line-names.ts'
import { BrandMark } from '../header.tsx'
import { Icon } from '../icons.tsx'
import type { SampleLine } from './samples.ts'

/** A drawn window of the product. Its texts are real text, so they are sharp at every size and follow the theme. */
export function Window({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className ? `window ${className}` : 'window'}>
      <p className="window-bar">
        <i />
        <i />
        <i />
        <span>{title}</span>
      </p>
      {children}
    </div>
  )
}

const menu = ['企业信息', '员工与时长', '设备', '虚拟专线', '专线权限', '订单记录'] as const

/** The console and the client beside it, as one picture with one description. */
export function ProductPicture({ lines, brand }: { lines: SampleLine[]; brand: string }) {
  const [first] = lines
  return (
    <div
      className="product-picture"
      role="img"
      aria-label="产品界面示意：企业控制台列出每条线路的地址、使用它的小组与状态；员工的客户端里，一条线路已经连接。"
    >
      <Window title="企业控制台 · 虚拟专线" className="console">
        <div className="console-body">
          <ul className="console-menu">
            {menu.map(item => (
              <li key={item} className={item === '虚拟专线' ? 'here' : undefined}>
                {item}
              </li>
            ))}
          </ul>
          <div className="console-main">
            <p className="console-head">
              <b>虚拟专线</b>
              <span className="chip solid">购买线路</span>
            </p>
            <ul className="console-lines">
              {lines.map((line, index) => (
                <li key={line.name}>
                  <span>
                    <b>{line.name}</b>
                    <small>{line.team}</small>
                  </span>
                  <code>{line.address}</code>
                  <span className={index === 1 ? 'chip warn' : 'chip live'}>
                    {index === 1 ? lineStateNames.expiring : lineStateNames.active}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Window>
      <Window title={`${brand}客户端`} className="client">
        <div className="client-body">
          <span className="client-ring">
            <Icon name="check" />
          </span>
          <b>已连接</b>
          <span>{first?.name}</span>
          <code>{first?.address}</code>
        </div>
      </Window>
    </div>
  )
}

/** The client, whose line can be switched on and off: a real check box, so it works without scripts. */
export function ClientSwitch({ line }: { line: SampleLine | undefined }) {
  return (
    <Window title="客户端" className="client-switch">
      <div className="client-body">
        <BrandMark />
        <b>{line?.name}</b>
        <label className="switch">
          <input type="checkbox" aria-label="示意：连接这条线路" />
          <span className="switch-track" />
        </label>
        <p className="when-off">未连接，点开关试试</p>
        <p className="when-on">
          已连接 <code>{line?.address}</code>
        </p>
      </div>
    </Window>
  )
}

/** The client's list of lines: only those that the administrator has granted. */
export function ClientLines({ lines }: { lines: SampleLine[] }) {
  return (
    <Window title="客户端 · 我的线路">
      <ul className="client-lines">
        {lines.map((line, index) => (
          <li key={line.name} className={index ? undefined : 'here'}>
            <span>{line.name}</span>
            <span className={index ? 'chip' : 'chip live'}>{index ? '可连接' : '已连接'}</span>
          </li>
        ))}
      </ul>
    </Window>
  )
}

const sites = [
  ['卖家后台', '店铺 A'],
  ['广告后台', '投放后台'],
  ['直播中控台', '直播间'],
] as const

/** The client's sites, each of which opens through its line. */
export function ClientSites() {
  return (
    <Window title="客户端 · 常用站点">
      <ul className="client-sites">
        {sites.map(([site, line]) => (
          <li key={site}>
            <b>{site}</b>
            <span>
              经由 {line}
              <Icon name="arrow" />
            </span>
          </li>
        ))}
      </ul>
    </Window>
  )
}
