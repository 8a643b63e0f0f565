import { useState } from 'react'
import { useCall } from '#web/data/use-call.ts'
import { chinaNow, fromPicker, toPicker } from '#web/ui/china-time.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { ShopName } from './uses-card.tsx'

const shown = 50

/** Compares the people who could use the line at an instant with those who did, on the line's address at that time. */
export function InstantCard({ svpId, until }: { svpId: string; until: string | null }) {
  // For an address that the company gave up, the last minute of its use is shown.
  const [instant, setInstant] = useState(() =>
    (until ? new Date(Date.parse(until) - 60_000) : new Date()).toISOString(),
  )
  return (
    <section className="sheet passport-instant" aria-labelledby="instant-title">
      <div className="sheet-head">
        <h2 id="instant-title">某一时刻</h2>
        <MinutePicker
          aria-label="时刻"
          placement="bottomRight"
          allowClear={false}
          value={toPicker(instant)}
          maxDate={chinaNow()}
          onChange={next => next && setInstant(fromPicker(next))}
        />
      </div>
      <p>{dateTime(instant)}（北京时间），按专线那时的地址</p>
      <div className="passport-sides">
        <Could svpId={svpId} at={instant} />
        <Did svpId={svpId} at={instant} />
      </div>
    </section>
  )
}

function Could({ svpId, at }: { svpId: string; at: string }) {
  const { data, refused, reload, loading } = useCall('getVplUserList', { svp_id: svpId, at, page: 1, page_size: shown })
  return (
    <div aria-busy={loading}>
      <h3>有权使用</h3>
      {refused && !data && <Failure refused={refused} retry={reload} />}
      {data && (
        <>
          <p className="quiet">
            {count(data.total)} 人{data.usable ? '' : '，但专线当时不能使用'}；权限记录始于 {dateTime(data.known_since)}
            ，不含设备、时长与企业状态。
          </p>
          <ul>
            {data.list.map(({ employee_id, name, dept_path }) => (
              <li key={employee_id} className="two-lines">
                <span>{name}</span>
                <span>{dept_path ?? '未分配部门'}</span>
              </li>
            ))}
          </ul>
          {data.total > shown && <p className="quiet">仅列出前 {shown} 人。</p>}
        </>
      )}
    </div>
  )
}

function Did({ svpId, at }: { svpId: string; at: string }) {
  const { data, refused, reload, loading } = useCall('getLineUse', { svp_id: svpId, at, page: 1, page_size: shown })
  return (
    <div aria-busy={loading}>
      <h3>真正在用</h3>
      {refused && !data && <Failure refused={refused} retry={reload} />}
      {data && (
        <>
          <p className="quiet">{data.total ? `${count(data.total)} 个连接` : '没有连接'}。</p>
          <ul>
            {data.list.map(({ connection_id, employee_name, device_name, started_at, ended_at, ...shop }) => (
              <li key={connection_id}>
                <TwoLines first={employee_name} second={device_name} />
                <ShopName {...shop} />
                <span className="quiet">
                  {dateTime(started_at)} 至 {ended_at ? dateTime(ended_at) : '现在'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
