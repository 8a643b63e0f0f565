import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { count, day } from '#web/ui/format.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import type { ChartName } from './charts.tsx'
import { daysAhead, expiryDays, soon } from './expiries.ts'
import { peopleShares } from './shares.ts'
import { WeekBuckets } from './week-buckets.tsx'

type Data = OutputOf<'getCompanyData'>

const wait = (name: ChartName) => <div className="chart-wait" data-chart={name} aria-hidden="true" />

const CompanyChart = onDemandPart(async () => (await import('./charts.tsx')).CompanyChart, {
  waiting: ({ name }) => wait(name),
})

/**
 * Becomes true once the page is rendered and the browser idle, because the charts' script is larger than everything else together.
 */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setDrawn(true), 200)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(() => setDrawn(true), { timeout: 2000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return drawn
}

function Drawing({ name, data }: { name: ChartName; data: Data | undefined }) {
  const drawn = useDrawn()
  return data && drawn ? <CompanyChart name={name} data={data} /> : wait(name)
}

const Key = ({ token, children }: { token: string; children: string }) => (
  <span className="chart-key" data-token={token}>
    {children}
  </span>
)

export function Charts({ data }: { data: Data | undefined }) {
  const days = data && expiryDays(data, day(Date.now()))
  const near = days?.filter(({ ahead }) => ahead < soon).reduce((sum, { ending }) => sum + ending, 0) ?? 0
  const nothing = days?.every(({ ending, lines }) => ending + lines === 0)
  return (
    <>
      <section className="sheet expiry-card" aria-labelledby="expiry-title">
        <div className="sheet-head">
          <h2 id="expiry-title">未来 {daysAhead} 天到期</h2>
          {days && !nothing && (
            <span className="quiet">
              {soon} 天内 {count(near)} 人；不续期，{daysAhead} 天后仍在服务 {count(days.at(-1)?.left ?? 0)} 人
            </span>
          )}
        </div>
        {nothing ? (
          <p className="chart-none">未来 {daysAhead} 天没有员工的服务或专线到期。</p>
        ) : (
          days && <WeekBuckets days={days} />
        )}
      </section>
      <section className="sheet" aria-labelledby="people-title">
        <h2 id="people-title">员工构成</h2>
        <div className="ring">
          <Drawing name="people" data={data} />
          <ul>
            {data &&
              peopleShares(data.employees).map(({ word, value, token }) => (
                <li key={word}>
                  <Key token={token}>{word}</Key>
                  <b>{count(value)}</b>
                </li>
              ))}
          </ul>
        </div>
      </section>
      <section className="sheet" aria-labelledby="devices-title">
        <div className="sheet-head">
          <h2 id="devices-title">设备</h2>
          {data && <span className="quiet">共 {count(data.devices.total)} 台</span>}
        </div>
        {data?.devices.total === 0 ? (
          <p className="chart-none">还没有设备。员工登录客户端后，设备会自动登记。</p>
        ) : (
          <Drawing name="devices" data={data} />
        )}
      </section>
    </>
  )
}
