/** The command line cannot be carried out as typed. The message is for the operator and is printed with the help. */
export class CommandUsage extends Error {}
