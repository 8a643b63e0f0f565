import { ListHead } from '#web/ui/list/list-head.tsx'
import { ProposalList } from './proposal-list.tsx'

export const ProposalsPage = () => (
  <>
    <ListHead title="报价" text="代企业选好内容，以有效期内不变的价格发给企业；企业接受后成为普通的待支付订单。" />
    <ProposalList />
  </>
)
