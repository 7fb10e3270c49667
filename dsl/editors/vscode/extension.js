// Starts the language server of Rulewright; everything else is said by it.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("rulewright").get("command");
  client = new LanguageClient(
    "rulewright",
    "Rulewright",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "rulewright" }, { pattern: "**/clauses.md" }] },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
