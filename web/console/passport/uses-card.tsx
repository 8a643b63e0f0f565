import type { ReactNode } from 'react'
import { shopPlatformNames } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'

type Use = OutputOf<'getLinePassport'>['uses'][number]

/** The shop's name at the time of the connection, with its present name. */
export const ShopName = ({
  shop_platform,
  shop_number,
  shop_name,
}: Pick<Use, 'shop_platform' | 'shop_number' | 'shop_name'>) =>
  shop_platform ? (
    <TwoLines first={shop_name} second={`${shopPlatformNames[shop_platform]} ${shop_number}`} />
  ) : (
    <span className="quiet">没有选择店铺</span>
  )

interface UsesCardProps {
  passport: OutputOf<'getLinePassport'>
  /** True when only some days are shown. */
  isRange: boolean
  children: ReactNode
}

export function UsesCard({ passport: { uses, more }, isRange, children }: UsesCardProps) {
  return (
    <section className="sheet" aria-labelledby="uses-title">
      <div className="sheet-head">
        <h2 id="uses-title">谁用过它</h2>
        <span className="quiet">{more ? '最近的 200 组' : `${count(uses.length)} 组店铺、人员与设备`}</span>
        {children}
      </div>
      {uses.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <section className="table-frame" tabIndex={0} aria-label="店铺、人员与设备">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">店铺</th>
                <th scope="col">人员</th>
                <th scope="col">设备</th>
                <th scope="col">从</th>
                <th scope="col">到</th>
                <th scope="col" className="table-end">
                  次数
                </th>
              </tr>
            </thead>
            <tbody>
              {uses.map(use => (
                <tr key={`${use.shop_id} ${use.employee_id} ${use.device_id}`}>
                  <td>
                    <ShopName {...use} />
                  </td>
                  <td>{use.employee_name}</td>
                  <td>{use.device_name}</td>
                  <td>{dateTime(use.first_at)}</td>
                  <td>{dateTime(use.last_at)}</td>
                  <td className="table-end">
                    {count(use.connections)}
                    {use.warned > 0 && <span className="passport-warned">提醒 {count(use.warned)}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : isRange ? (
        <Empty title="这些天没有人用过" text="换一段日期，或清除日期看全部记录。" />
      ) : (
        <Empty title="还没有人用过" text="新版客户端连接时会上报；之后这里列出每家店铺、每个人与每台设备。" />
      )}
    </section>
  )
}
