import './open-interfaces.css'
import { Columns } from '#web/ui/columns.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { LogStreamCard } from './log-stream-card.tsx'
import { RobotsCard } from './robots-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** Manages the interfaces for the company's own systems. */
export function OpenInterfacesPage() {
  return (
    <>
      <ListHead
        title="开放接口"
        text={
          <>
            让企业自己的系统（人事、ERP、运维）查询与更改这里的数据。接口说明见
            <a href="/api/docs" target="_blank" rel="noreferrer">
              接口文档
            </a>
            。
          </>
        }
      />
      <Columns
        left={
          <>
            <TokensCard />
            <WebhooksCard />
          </>
        }
        right={
          <>
            <RobotsCard />
            <LogStreamCard />
          </>
        }
      />
    </>
  )
}
