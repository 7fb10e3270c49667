// An engine that offers nothing, and misbehaves in the way that its argument names at the third move.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

void misbehave(const std::string& kind, const std::string& id) {
  if (kind == "crashes") *static_cast<volatile int*>(nullptr) = 1;
  if (kind == "aborts") std::abort();
  if (kind == "spins") for (volatile int i = 0;; i = i + 1) {}
  if (kind == "memory")
    for (std::vector<char*> hoard;;) {
      hoard.push_back(static_cast<char*>(std::malloc(1 << 20)));
      std::memset(hoard.back(), 1, 1 << 20);
    }
  if (kind == "zeros") std::cout << std::string(20, '\0') << std::endl;
  if (kind == "many lines") for (;;) std::cout << "{\"id\":" << id << ",\"ok\":true}\n";
  if (kind == "stops itself") raise(SIGSTOP);
  if (kind == "leaves an orphan") std::cout << "{\"id\":" << id << ",\"ok\":true}" << std::endl;
}

int main(int, char** words) {
  std::string kind = words[1];
  if (kind == "leaves an orphan" && fork() == 0) {
    setsid();
    for (int stream = 0; stream < 3; stream++) close(stream);
    if (fork() == 0) sleep(1000);
    _exit(0);
  }
  int moves = 0;
  for (std::string line; std::getline(std::cin, line);) {
    auto at = line.find("\"id\":") + 5;
    std::string id = line.substr(at, line.find(',', at) - at);
    moves += line.find("\"apply\"") != std::string::npos;
    if (moves >= 3) misbehave(kind, id);
    else if (line.find("\"hello\"") != std::string::npos)
      std::cout << "{\"id\":" << id << ",\"protocol\":1,\"name\":\"hostile\",\"offers\":[]}" << std::endl;
    else std::cout << "{\"id\":" << id << ",\"ok\":true}" << std::endl;
  }
}
