import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { findProposal } from '#server/modules/proposals/proposals.sql.ts'
import { orderNumbered } from '#server/modules/sales/operations.sql.ts'
import { contractOfOrder, contractOfProposal } from './contract.ts'
import { writeContract } from './write-contract.ts'

export const contractsOperations = {
  async getSalesOrderContract({ system, services }, { order_number }) {
    const found = await orderNumbered(system, order_number)
    const contract = found && (await contractOfOrder(system, found.company_id, found.order_id, { hidden: true }))
    if (!contract) throw new Refusal(-53021)
    const written = await writeContract(services, contract)
    await recordAudit(system, { action: 'contract.read', target: `order:${order_number}` })
    return written
  },

  async getSalesProposalContract({ system, services }, { proposal_id }) {
    const found = orRefuse(await findProposal(system, proposal_id), -59300)
    const contract = await contractOfProposal(system, found.company_id, proposal_id)
    if (!contract) throw new Refusal(-59722, '报价草稿，发出之后才有合同')
    const written = await writeContract(services, contract)
    await recordAudit(system, { action: 'contract.read', target: `proposal:${proposal_id}` })
    return written
  },
} satisfies SomeOperations
