import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count, dateTime } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { giftLooks } from '#web/ui/states.ts'
import { giftPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Gift = OperationOutput<'getCouponGiftList'>['list'][number]

const fields = {}

const columns: Column<Gift>[] = [
  {
    key: 'at',
    title: '时间',
    render: row => (
      <Link to={giftPath(row.coupon_type_id, row.gift_id)}>{dateTime(row.started_at ?? row.created_at)}</Link>
    ),
  },
  { key: 'operator', title: '操作员', render: row => row.operator },
  { key: 'state', title: '状态', render: row => <StateTag state={giftLooks[row.state]} /> },
  { key: 'given', title: '已赠送', end: true, render: row => `${count(row.given)} 家` },
  { key: 'not', title: '没有送出', end: true, render: row => `${count(row.done - row.given)} 家` },
]

/** The bulk gifts of a coupon type. */
export function Gifts({ id }: { id: string }) {
  const at = useListAddress(fields)
  const called = useRemembered('getCouponGiftList', { coupon_type_id: id, page: at.page, page_size: at.size })
  return (
    <DataList
      name="operations-coupon-gifts"
      noun="次赠送"
      at={at}
      called={called}
      columns={columns}
      idOf={row => row.gift_id}
      labelOf={row => dateTime(row.created_at)}
      empty={{ title: '还没有赠送过', text: '点“赠送”，填写或上传企业名单。' }}
    />
  )
}
