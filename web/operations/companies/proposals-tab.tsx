import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useMay } from '../operator.ts'
import { salesProposalPath } from '../paths.ts'
import { DraftDialog } from '../proposals/draft-dialog.tsx'
import { ProposalList } from '../proposals/proposal-list.tsx'
import type { CompanyTabProps } from './company.ts'

/** Lists the offers to the company, and creates new ones. */
export function ProposalsTab({ company: { info, closed_at } }: CompanyTabProps) {
  const may = useMay(['finance'])
  const drafting = useDialog<true>()
  const navigate = useNavigate()
  return (
    <>
      {may && !closed_at && (
        <div className="support-tools">
          <Button look="primary" onClick={() => drafting.show(true)}>
            起草报价
          </Button>
        </div>
      )}
      <ProposalList companyId={info.company_id} />
      {drafting.subject && (
        <DraftDialog
          key={drafting.key}
          company={info}
          {...drafting.props}
          saved={id => void navigate(salesProposalPath(id))}
        />
      )}
    </>
  )
}
