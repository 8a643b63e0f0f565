import { Refusal } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { contractOfOrder, contractOfProposal } from './contract.ts'
import { writeContract } from './write-contract.ts'

export const contractsCalls = {
  async getOrderContract({ company, services, membership: { companyId } }, { order_id }) {
    const contract = await contractOfOrder(company, companyId, order_id, { hidden: false })
    if (!contract) throw new Refusal(-49010)
    return writeContract(services, contract)
  },

  async getProposalContract({ company, services, membership: { companyId } }, { proposal_id }) {
    const contract = await contractOfProposal(company, companyId, proposal_id)
    if (!contract) throw new Refusal(-59300)
    return writeContract(services, contract)
  },
} satisfies SomeHandlers
