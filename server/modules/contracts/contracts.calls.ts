import { orRefuse } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { contractOfOrder, contractOfProposal } from './contract.ts'
import { writeContract } from './write-contract.ts'

export const contractsCalls = {
  async getOrderContract({ company, services, membership: { companyId } }, { order_id }) {
    const contract = orRefuse(await contractOfOrder(company, companyId, order_id, { hidden: false }), -49010)
    return writeContract(services, contract)
  },

  async getProposalContract({ company, services, membership: { companyId } }, { proposal_id }) {
    const contract = orRefuse(await contractOfProposal(company, companyId, proposal_id), -59300)
    return writeContract(services, contract)
  },
} satisfies SomeHandlers
