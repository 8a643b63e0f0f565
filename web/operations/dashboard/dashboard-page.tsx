import './dashboard.css'
import { ReloadOutlined } from '@ant-design/icons'
import { dashboardDays } from '#contract/operations/dashboard-names.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { whole } from '#web/ui/list/address.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lineLooks, orderLooks } from '#web/ui/states.ts'
import { useMayRead } from '../operator.ts'
import { useRemembered } from '../use-operation.ts'
import { Figures } from './figures.tsx'
import { lists } from './lists.ts'
import { RegionsCard } from './regions-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { StatesCard } from './states-card.tsx'
import { TrendsCard } from './trends-card.tsx'
import { WaitingCard } from './waiting-card.tsx'

const fields = { days: whole(1, 90) }
/** Milliseconds between two reloads. */
const reloadInterval = 60_000

/** The state of the provider's business; every figure links to its list. */
export function DashboardPage() {
  const [sells, stocks] = [useMayRead(['finance']), useMayRead(['network'])]
  const { filters, filter } = useListAddress(fields)
  const days = dashboardDays.find(each => each === filters.days) ?? 30
  const called = useRemembered('getDashboard', { days })
  usePolling(called, reloadInterval)
  const { data, refused, loading, reload } = called
  return (
    <>
      <ListHead title="总览" text={data ? `截至 ${dateTime(data.at)}，每分钟更新` : '　'}>
        <Button icon={<ReloadOutlined />} loading={loading} onClick={reload}>
          刷新
        </Button>
      </ListHead>
      {!data && (refused ? <Failure refused={refused} retry={reload} /> : <Skeleton rows={14} />)}
      {data && (
        <div className="dashboard">
          {(sells || stocks) && <SetupCard />}
          <Figures data={data} />
          <WaitingCard waiting={data.waiting} />
          <TrendsCard days={data.days} selected={days} want={selected => filter({ days: selected })} />
          <StatesCard title="订单" unit="个" states={data.orders} looks={orderLooks} to={lists.ordersIn} />
          <StatesCard title="专线" unit="条" states={data.lines} looks={lineLooks} to={lists.linesIn} />
          <RegionsCard regions={data.regions} />
        </div>
      )}
    </>
  )
}
