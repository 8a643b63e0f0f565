/** What an operator typed can't be carried out as it stands; the text is for them and comes with the help. */
export class CommandUsage extends Error {}
