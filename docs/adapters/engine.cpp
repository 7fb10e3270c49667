// An adapter to copy: your game above the line, the protocol below it. Tic-tac-toe as the example.
//
// g++ -std=c++17 -O1 engine.cpp -o engine && rulewright conform tictactoe --engine ./engine
#include <iostream>
#include <string>

const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                         {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

struct Game {  // Yours: replace it. What OFFERS does not name need not be there.
  char on[10] = ".........";
  int turn = 0;
  char winner() const {
    for (auto& l : LINES)
      if (on[l[0]] != '.' && on[l[0]] == on[l[1]] && on[l[1]] == on[l[2]]) return on[l[0]];
    return 0;
  }
  bool over() const { return winner() || std::string(on).find('.') == std::string::npos; }
  static std::string square(int s) { return {char('a' + s % 3), char('1' + s / 3)}; }

  bool apply(const std::string& action, const std::string& by) {
    for (int s = 0; s < 9; s++)
      if (action == "place " + square(s) && on[s] == '.' && !over() && by[0] == "XO"[turn]) {
        on[s] = "XO"[turn];
        turn = 1 - turn;
        return true;
      }
    return false;
  }
  std::string state() const {  // as JSON: the parts that are offered
    std::string legal;
    for (int s = 0; s < 9 && !over(); s++)
      if (on[s] == '.') legal += (legal.empty() ? "\"place " : ",\"place ") + square(s) + "\"";
    std::string who(1, "XO"[turn]), outcome = "null";
    if (winner()) outcome = R"({"kind":"win","winners":[")" + std::string(1, winner()) + "\"]}";
    else if (over()) outcome = R"({"kind":"draw"})";
    return R"({"decides":)" + (over() ? "null" : "\"" + who + "\"") + R"(,"legal":[)" + legal +
           R"(],"outcome":)" + outcome + "}";
  }
};
const std::string HELLO = R"("protocol":1,"name":"my tic-tac-toe","version":"1.0",)"
                          R"("offers":["decides","legal","outcome","refuses"])";

// --------------------------------------------------------------------------------------------

// The text, or the number, behind a key. Requests are ASCII, and a text has no quotes in it.
std::string field(const std::string& line, const std::string& key) {
  auto at = line.find("\"" + key + "\":");
  if (at == std::string::npos) return "";
  at = line.find_first_not_of(' ', at + key.size() + 3);
  if (line[at] == '"') return line.substr(at + 1, line.find('"', at + 1) - at - 1);
  return line.substr(at, line.find_first_of(",}", at) - at);
}

int main() {
  Game game;
  for (std::string line; std::getline(std::cin, line);) {
    std::string op = field(line, "op"), answer = "\"ok\":false";
    bool yes = true;
    if (op == "new") game = Game();
    if (op == "apply") yes = game.apply(field(line, "action"), field(line, "by"));
    if (op == "hello") answer = HELLO;
    else if (op == "new" && field(line, "ruleset") != "tictactoe") answer += ",\"why\":\"no such game\"";
    else if (yes) answer = "\"ok\":true,\"state\":" + game.state();
    std::cout << "{\"id\":" << field(line, "id") << "," << answer << "}" << std::endl;
  }
}
