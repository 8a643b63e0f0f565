import type { OutputOf } from '#contract/index.ts'
import { ticketPath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ClosingMatters } from './closing-matters.tsx'

const ClosingDialog = idlePart(async () => (await import('./closing-dialog.tsx')).ClosingDialog)

type Request = NonNullable<OutputOf<'getClosingRequest'>['request']>

/** The request for the company's closing: the owner begins and withdraws it, and every manager sees that there is one. */
export function ClosingCard({ name }: { name: string | undefined }) {
  const { data, reload } = useRemembered('getClosingRequest', {})
  const asking = useDialog<string>()
  if (!data || !name || (!data.request && !data.requestable)) return null
  const { request, requestable } = data
  return (
    <section className="sheet" aria-labelledby="closing-title">
      <div className="sheet-head">
        <h2 id="closing-title">注销企业</h2>
        {request && (
          <>
            <StateTag state={ticketLooks[request.state]} />
            <LinkButton to={ticketPath(request.ticket_id)}>查看往来</LinkButton>
          </>
        )}
        {!request && <Button onClick={() => asking.show(name)}>申请注销</Button>}
        {request && requestable && (
          <ConfirmButton
            label="撤回申请"
            title="撤回注销申请？"
            okText="撤回申请"
            call={api.withdrawClosing}
            input={{ ticket_id: request.ticket_id }}
            outdatedBy={[-41044, -57003]}
            done={reload}
          >
            <p>企业继续使用，需要时可以再次申请。</p>
          </ConfirmButton>
        )}
      </div>
      {request ? (
        <Requested request={request} />
      ) : (
        <p className="quiet">企业不再使用时，由所有者申请，客服核实后办理。申请之后、办理之前可以撤回。</p>
      )}
      {asking.subject && <ClosingDialog key={asking.key} name={asking.subject} {...asking.props} done={reload} />}
    </section>
  )
}

function Requested({ request: { number, opened_by, created_at } }: { request: Request }) {
  const { data } = useRemembered('getClosing', {})
  return (
    <>
      <p>
        {opened_by}于 {dateTime(created_at)} 申请注销（工单 {number}
        ）。客服会联系所有者核实，办理时先冻结企业；在此之前照常使用。
      </p>
      {data && <ClosingMatters open={data.open} />}
    </>
  )
}
