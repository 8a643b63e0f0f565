import '../catalogue/catalogue.css'
import { Skeleton } from 'antd'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { PriceTable } from '../catalogue/price-table.tsx'
import { useOperation } from '../use-operation.ts'

/** Every price of a request, so that the confirming operator sees each change. */
export function RequestedPrices({ approvalId }: { approvalId: string }) {
  const { data, refused, reload } = useOperation('getPriceRequest', { approval_id: approvalId })
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />
  return (
    <>
      <p>
        {data.publish && '上架。'}
        {data.holds_from ? `${dateTime(data.holds_from)} 起生效。` : '确认后立即生效。'}共 {data.list.length} 项：
      </p>
      <PriceTable
        label="申请的价格"
        lines={data.list.map(({ sku_id, package_type_id, ...line }) => ({
          key: sku_id ?? package_type_id ?? '',
          ...line,
        }))}
      />
    </>
  )
}
