import { addressCoolingDays, lineStateNames, rebindsPerMonth } from '#contract/line-names.ts'
import { Copy } from '../parts.tsx'
import { type SampleLine, sampleAddresses } from './samples.ts'
import { Window } from './windows.tsx'

/**
 * Binding a line: choosing an address shows what becomes of the line. It is built with radio inputs and `:has()`, so it works
 * without scripts.
 */
export function Binding({ line }: { line: SampleLine | undefined }) {
  return (
    <Window title="控制台 · 绑定地址" className="binding">
      <div className="miniature">
        <fieldset>
          <legend>
            选择一个空闲地址<small>示意，地址为文档示例</small>
          </legend>
          {sampleAddresses.map((address, index) => (
            <label key={address}>
              <input type="radio" name="address" value={address} data-address={index} />
              <code>{address}</code>
              <span className="chip free">空闲</span>
              <span className="chip live taken">已绑定</span>
            </label>
          ))}
        </fieldset>
        <div className="bound" aria-live="polite">
          <p>
            <b>{line?.name ?? '新线路'}</b>
            <span className="chip warn none-bound">{lineStateNames.unbound}</span>
            <span className="chip live some-bound">{lineStateNames.active}</span>
          </p>
          <p className="none-bound">
            <Copy>还没有地址。点选一个，看线路怎样变化。</Copy>
          </p>
          {sampleAddresses.map((address, index) => (
            <p key={address} className="some-bound" data-bound={index}>
              已绑定 <code>{address}</code>，绑定期间只归您一家企业。
            </p>
          ))}
          <p className="some-bound hint">
            每月可更换 {rebindsPerMonth} 次，换下的地址冷却 {addressCoolingDays} 天。
          </p>
        </div>
      </div>
    </Window>
  )
}

const people = [
  { name: '周宁', team: 'sales', now: true },
  { name: '陈可', team: 'sales', now: true },
  { name: '林夏', team: 'live', now: false },
  { name: '许言', team: 'live', now: false },
] as const

/** The plan of an access change: ticking departments shows who gains and who loses the line before it is saved. */
export function AccessPlan({ line }: { line: SampleLine | undefined }) {
  return (
    <Window title="控制台 · 专线权限" className="plan">
      <div className="miniature">
        <fieldset>
          <legend>
            谁可以使用「{line?.name ?? '这条线路'}」<small>示意，勾选试试</small>
          </legend>
          <label>
            <input type="checkbox" name="sales" defaultChecked />
            运营部
          </label>
          <label>
            <input type="checkbox" name="live" defaultChecked />
            直播部
          </label>
        </fieldset>
        <div className="plan-effect" aria-live="polite">
          <b>保存之后</b>
          <p className="plan-same">没有变化。</p>
          <ul>
            {people.map(({ name, team, now }) => (
              <li key={name} data-team={team}>
                <span className={now ? 'chip bad' : 'chip live'}>{now ? '失去' : '获得'}</span>
                {name}
                <small>{now ? '客户端里不再有这条线路' : '客户端里多出这条线路'}</small>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Window>
  )
}
